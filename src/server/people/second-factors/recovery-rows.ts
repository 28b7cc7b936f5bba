import type { Db } from '#server/platform/db/query.ts'

export async function replaceRecoveryCodes(
  trx: Db,
  { accountId, hashes }: { accountId: string; hashes: readonly Buffer[] },
): Promise<void> {
  await deleteRecoveryCodes(trx, accountId)
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((codeHash) => ({ account_id: accountId, code_hash: codeHash })))
    .execute()
}

/** Marks a code as used. Returns false when it is unknown or has been used, even by a concurrent call. */
export async function consumeRecoveryCode(
  db: Db,
  { accountId, codeHash, now }: { accountId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export async function deleteRecoveryCodes(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}
