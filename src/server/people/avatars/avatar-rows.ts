import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Returns the previous path. '' means no picture, in `url` and in the result. */
export async function replaceAvatarUrl(
  trx: Kysely<Database>,
  { accountId, avatarUrl, now }: { accountId: string; avatarUrl: string; now: Date },
): Promise<string> {
  const before = await trx
    .selectFrom('accounts')
    .select('avatar_url')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  await trx
    .updateTable('accounts')
    .set({ avatar_url: avatarUrl, updated_at: now })
    .where('id', '=', accountId)
    .execute()
  return before?.avatar_url ?? ''
}
