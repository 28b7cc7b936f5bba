import type { Db } from '#server/platform/db/query.ts'

/** Sets the avatar's path and returns the previous one. '' means no image. */
export async function replaceAvatarUrl(
  trx: Db,
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
