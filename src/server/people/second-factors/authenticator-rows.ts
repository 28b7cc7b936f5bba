import type { Db } from '#server/platform/db/query.ts'

export async function findAuthenticatorSecret(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('authenticators')
    .select('secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.secret ?? undefined
}

export async function writePendingTotpSecret(
  db: Db,
  next: { accountId: string; secret: string; now: Date },
): Promise<void> {
  await db
    .insertInto('authenticators')
    .values({ account_id: next.accountId, next_secret: next.secret, created_at: next.now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ next_secret: next.secret }))
    .execute()
}

export async function lockAuthenticator(
  trx: Db,
  accountId: string,
): Promise<{ secret: string | null; next_secret: string | null } | undefined> {
  return trx
    .selectFrom('authenticators')
    .select(['secret', 'next_secret'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** Turns on the authenticator that is being set up, and marks the code that confirmed it as used. */
export async function turnOnAuthenticator(
  trx: Db,
  authenticator: { accountId: string; step: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('authenticators')
    .set((row) => ({
      secret: row.ref('next_secret'),
      next_secret: null,
      confirmed_at: authenticator.now,
      last_step: authenticator.step,
    }))
    .where('account_id', '=', authenticator.accountId)
    .execute()
}

/**
 * Marks the code of a time step as used. Returns false when the code of this or a later step has been used, so that
 * of two concurrent calls with the same code, only one succeeds.
 */
export async function consumeTotpTimeStep(
  db: Db,
  use: { accountId: string; secret: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set({ last_step: use.step })
    .where('account_id', '=', use.accountId)
    .where('secret', '=', use.secret)
    .where('last_step', '<', use.step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteAuthenticator(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('authenticators').where('account_id', '=', accountId).execute()
}
