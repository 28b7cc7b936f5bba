import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** The row that a secret belongs to. It is authenticated, so that a ciphertext can't be moved to another row. */
export interface SecretRow {
  table:
    | 'auth_keys'
    | 'authenticators'
    | 'bank_accounts'
    | 'bank_files'
    | 'debtor_accounts'
    | 'signing_keys'
    | 'vouchers'
    | 'webhook_endpoints'
  id: string
}

/** Encrypts secrets for the database (AES-256-GCM): `enc1.<key id>.<nonce, ciphertext and tag in base64url>`. */
export interface Encryption {
  /** Ids of all keys. The first one encrypts; all decrypt. */
  keyIds: readonly [string, ...string[]]
  encrypt: (plaintext: string | Buffer, row: SecretRow) => string
  /**
   * Decrypts a stored secret. Returns plaintext from earlier versions unchanged. Throws for a modified text or an
   * unknown key.
   */
  decrypt: (stored: string | Buffer, row: SecretRow) => Buffer
}

export const ENCRYPTED_PREFIX = 'enc1.'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

export function createEncryption(keys: readonly [Buffer, ...Buffer[]]): Encryption {
  const ids = keys.map(keyIdOf)
  const [first = ''] = ids
  const keyById = new Map(keys.map((key, index) => [ids[index], key]))
  return {
    keyIds: [first, ...ids.slice(1)],
    encrypt: (plaintext, row) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keys[0], nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(row))
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
      const sealed = Buffer.concat([nonce, ciphertext, cipher.getAuthTag()])
      return `${ENCRYPTED_PREFIX}${first}.${sealed.toString('base64url')}`
    },
    decrypt: (stored, row) => {
      const text = stored.toString('latin1')
      if (!text.startsWith(ENCRYPTED_PREFIX)) return Buffer.from(stored)
      const [, id = '', sealed = ''] = text.split('.')
      const key = keyById.get(id)
      if (!key)
        throw new Error(`The secret of ${row.table} ${row.id} is encrypted with the unknown key ${id}.`)
      return decryptWith(key, Buffer.from(sealed, 'base64url'), row)
    },
  }
}

function decryptWith(key: Buffer, sealed: Buffer, row: SecretRow): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(aadOf(row))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

const aadOf = ({ table, id }: SecretRow): Buffer => Buffer.from(`${table} ${id}`)

const keyIdOf = (key: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from('foyer encryption key id '), key]), 'hex').slice(0, 12)

/** Parses 32 bytes in base64 or base64url. */
export function parseEncryptionKey(text: string): Buffer | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

export const newEncryptionKey = (): string => randomBytes(KEY_BYTES).toString('base64url')
