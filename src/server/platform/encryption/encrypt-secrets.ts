import { WrongSetting } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/query.ts'
import { ENCRYPTED_PREFIX, type Encryption } from './encryption.ts'
import { listKeyIds, listWithoutPrefix, replaceSecret, SECRET_COLUMNS } from './secret-rows.ts'

const BATCH = 500

interface Parts {
  db: Db
  encryption: Encryption
}

/**
 * Encrypts secrets that were stored as plaintext by versions without encryption. Each row is a separate statement, so
 * that the job can be interrupted.
 */
export const encryptPlaintext = (parts: Parts): Promise<number> => encryptWithout(parts, ENCRYPTED_PREFIX)

export const reencryptWithCurrentKey = (parts: Parts): Promise<number> =>
  encryptWithout(parts, `${ENCRYPTED_PREFIX}${parts.encryption.keyIds[0]}.`)

async function encryptWithout({ db, encryption }: Parts, prefix: string): Promise<number> {
  let count = 0
  for (const column of SECRET_COLUMNS) {
    const { table } = column
    for (;;) {
      const found = await listWithoutPrefix(db, column, { prefix, limit: BATCH })
      for (const { id, stored } of found) {
        const encrypted = encryption.encrypt(encryption.decrypt(stored, { table, id }), { table, id })
        await replaceSecret(db, column, { id, stored, encrypted })
      }
      count += found.length
      if (found.length < BATCH) break
    }
  }
  return count
}

/** Throws `WrongSetting` when the database has secrets that no key decrypts. */
export async function expectKnownKeys({ db, encryption }: Parts): Promise<void> {
  for (const column of SECRET_COLUMNS) {
    const unknown = (await listKeyIds(db, column)).find((id) => !encryption.keyIds.includes(id))
    if (unknown !== undefined)
      throw new WrongSetting(
        `The database has secrets that are encrypted with the key ${unknown}, but the keys given are ${encryption.keyIds.join(', ')}. ` +
          'Set FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE to the key that this database’s secrets were encrypted with.',
      )
  }
}
