import { execute, hasRow, queryRow, type Db } from '#server/platform/db/query.ts'

/**
 * Returns the domain association file that Apple fetches from a host: the promoter's file, or else the payment
 * provider's. Empty when there is none.
 */
export async function findAppleAssociation(
  db: Db,
  find: { promoterId: string | undefined; list: string },
): Promise<string> {
  const row = await queryRow<{ content: string }>(db)`
    select coalesce(
      (select nullif(apple_pay_association, '') from sites where promoter_id = ${find.promoterId ?? null}::uuid),
      (select content from apple_pay_files where list = ${find.list}), '') as content`
  return row?.content ?? ''
}

/** True when the file was never fetched, or was last fetched before the given time. */
export async function isApplePayFileStale(db: Db, find: { list: string; before: Date }): Promise<boolean> {
  return !(await hasRow(db)`
    select from apple_pay_files where list = ${find.list} and fetched_at > ${find.before}`)
}

export async function saveApplePayFile(
  db: Db,
  file: { list: string; content: string; now: Date },
): Promise<void> {
  await execute(db)`
    insert into apple_pay_files (list, content, fetched_at) values (${file.list}, ${file.content}, ${file.now})
    on conflict (list) do update set content = excluded.content, fetched_at = excluded.fetched_at`
}
