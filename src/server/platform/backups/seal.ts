import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { parseEncryptionKey } from '#server/platform/encryption/encryption.ts'
import type { Config } from '#server/platform/config.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Thrown when the backup can't be restored as it is. The message says why. */
export class BackupUnusable extends Error {
  override name = 'BackupUnusable'
}

/**
 * Compresses and encrypts objects of a backup (zstd, AES-256-GCM). The object's name is authenticated, so that
 * objects can't be swapped. Without a key, a checksum detects damage.
 */
export interface Sealer {
  isEncrypted: boolean
  seal: (name: string, plain: Uint8Array) => Promise<Buffer<ArrayBuffer>>
  /**
   * Decrypts and decompresses an object. Throws `BackupUnusable` when the object is damaged, renamed, or encrypted with
   * a key that isn't in BACKUP_KEY. If BACKUP_KEY is set, unencrypted objects are refused too, because anyone who can
   * write to the store could otherwise replace encrypted objects.
   */
  open: (name: string, sealed: Buffer) => Promise<Buffer<ArrayBuffer>>
}

/** Format: `foyer-b1`, key id, nonce, ciphertext and tag; without a key, `foyer-b1`, SHA-256 and data. */
const MAGIC = Buffer.from('foyer-b1')
const KEY_ID_BYTES = 6
const NO_KEY = '0'.repeat(KEY_ID_BYTES * 2)
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HASH_BYTES = 32
const CIPHER = 'aes-256-gcm'

/**
 * The first key encrypts; all keys decrypt. `opensUnencrypted`: also accept unencrypted objects, for the default
 * folder, whose earlier backups may have been made without a key.
 */
export function createSealer(
  { BACKUP_KEY }: Pick<Config, 'BACKUP_KEY'>,
  { opensUnencrypted }: { opensUnencrypted: boolean } = { opensUnencrypted: false },
): Sealer {
  const keys = new Map(
    BACKUP_KEY.flatMap((text) => parseEncryptionKey(text) ?? []).map((key) => [keyIdOf(key), key]),
  )
  const [first] = keys
  return {
    isEncrypted: first !== undefined,
    seal: async (name, plain) => {
      const compressed = await compress(plain)
      return first ? encrypt(first, name, compressed) : withChecksum(name, compressed)
    },
    open: async (name, sealed) => {
      const header = sealed.subarray(0, HEADER_BYTES)
      const body = sealed.subarray(HEADER_BYTES)
      if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
      const id = header.toString('hex', MAGIC.length)
      if (id === NO_KEY && first && !opensUnencrypted) throw notEncrypted(name)
      const compressed = id === NO_KEY ? checked(name, body) : decrypt(findKey(keys, id), name, body)
      return decompress(compressed)
    },
  }
}

const keyIdOf = (key: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from('foyer backup key id '), key]), 'hex').slice(0, KEY_ID_BYTES * 2)

const headerOf = (id: string): Buffer => Buffer.concat([MAGIC, Buffer.from(id, 'hex')])

function encrypt([id, key]: [string, Buffer], name: string, plain: Buffer): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
  const ciphertext = cipher.update(plain)
  cipher.final()
  return Buffer.concat([headerOf(id), nonce, ciphertext, cipher.getAuthTag()])
}

function decrypt(key: Buffer, name: string, body: Buffer): Buffer {
  if (body.length < NONCE_BYTES + TAG_BYTES) throw damaged(name)
  const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(body.subarray(-TAG_BYTES))
  try {
    const plain = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
    decipher.final()
    return plain
  } catch (error) {
    throw damaged(name, error)
  }
}

const checksumOf = (name: string, data: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), data]), 'buffer')

const withChecksum = (name: string, data: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([headerOf(NO_KEY), checksumOf(name, data), data])

function checked(name: string, body: Buffer): Buffer {
  const data = body.subarray(HASH_BYTES)
  if (!checksumOf(name, data).equals(body.subarray(0, HASH_BYTES))) throw damaged(name)
  return data
}

function findKey(keys: ReadonlyMap<string, Buffer>, id: string): Buffer {
  const key = keys.get(id)
  if (key) return key
  throw new BackupUnusable(
    keys.size === 0
      ? `The backup is encrypted with the key ${id}. Set BACKUP_KEY to it.`
      : `The backup is encrypted with a different key (${id}), not with BACKUP_KEY.`,
  )
}

const notEncrypted = (name: string): BackupUnusable =>
  new BackupUnusable(
    `The file ${name} of the backup isn’t encrypted, though BACKUP_KEY is set: it may be forged. If the whole backup was made without a key, leave BACKUP_KEY out.`,
  )

const damaged = (name: string, cause?: unknown): BackupUnusable =>
  new BackupUnusable(`The file ${name} of the backup is damaged or was changed.`, { cause })
