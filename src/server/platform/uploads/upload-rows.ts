import { execute, queryRows, type Db } from '#server/platform/db/query.ts'

/** Locks a file's name until the transaction ends. To avoid deadlocks, callers lock several names in sorted order. */
export async function lockUpload(trx: Db, name: string): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Protects a file from deletion until the given time. Also deletes expired claims. */
export async function claimUpload(
  trx: Db,
  { id, name, now, until }: { id: string; name: string; now: Date; until: Date },
): Promise<void> {
  await trx.deleteFrom('upload_claims').where('until', '<', now).execute()
  await trx.insertInto('upload_claims').values({ id, name, until }).execute()
}

export const deleteUploadClaims = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('upload_claims').where('id', '=', id).execute()

/**
 * Returns the URLs of files that no account, site or event uses. A site's CSS may still refer to them
 * (`isUploadUsed`).
 */
export async function listUnusedUploads(db: Db, addresses: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ url: string }>(db)`
    select url from unnest(${addresses}::text[]) as u (url)
    where not exists (select from accounts where avatar_url = url and avatar_url <> '')
      and not exists (select from sites where logo_url = url)
      and not exists (select from sites where favicon_url = url)
      and not exists (select from main_site where logo_url = url or favicon_url = url)
      and not exists (select from event_pictures p where p.url = u.url)`
  return rows.map((row) => row.url)
}

/** True when the file is claimed, or used by an account, an event, the main site, or a site's logo, icon or CSS. */
export async function isUploadUsed(
  trx: Db,
  { name, url, now }: { name: string; url: string; now: Date },
): Promise<boolean> {
  const rows = await queryRows<{ isUsed: boolean }>(trx)`
    select exists (select from upload_claims where name = ${name} and until >= ${now})
      or exists (select from accounts where avatar_url = ${url} and avatar_url <> '')
      or exists (select from main_site where logo_url = ${url} or favicon_url = ${url})
      or exists (select from event_pictures where url = ${url})
      or exists (
        select from sites
        where logo_url = ${url} or favicon_url = ${url} or position(${name}::text in custom_css) > 0
      ) as "isUsed"`
  return rows.some((row) => row.isUsed)
}
