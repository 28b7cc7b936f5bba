import { sql } from 'kysely'
import type { PasskeySummary } from '#contracts/account/second-factors.ts'
import type { Db } from '#server/platform/db/query.ts'

export async function listPasskeys(
  db: Db,
  { accountId, rpId }: { accountId: string; rpId?: string },
): Promise<PasskeySummary[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'name', 'rp_id', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .$if(rpId !== undefined, (query) => query.where('rp_id', '=', rpId ?? ''))
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id,
    name: row.name,
    host: row.rp_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

export interface StoredPasskey {
  accountId: string
  publicKey: Buffer
  counter: number
}

export async function findPasskey(
  db: Db,
  { credentialId, rpId }: { credentialId: string; rpId: string },
): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(['account_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()
  return row && { accountId: row.account_id, publicKey: row.public_key, counter: row.counter }
}

export async function lockPasskeyAccount(trx: Db, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** Inserts a passkey. Returns false when the passkey is already registered with any account. */
export async function insertPasskey(
  trx: Db,
  passkey: StoredPasskey & {
    credentialId: string
    rpId: string
    name: string
    now: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('passkeys')
    .values({
      credential_id: passkey.credentialId,
      account_id: passkey.accountId,
      rp_id: passkey.rpId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Stores the counter of a sign-in. Returns false when the counter hasn't increased, because the authenticator was
 * then cloned. Authenticators without a counter always send 0.
 */
export async function recordPasskeyUse(
  db: Db,
  use: { credentialId: string; counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.now })
    .where('credential_id', '=', use.credentialId)
    .where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter}::bigint = 0))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskeysOf(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
}

export async function deletePasskey(
  trx: Db,
  { credentialId, accountId }: { credentialId: string; accountId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
