import { sql, type RawBuilder } from 'kysely'
import { DEFAULT_MAIN_SITE_SETTINGS, type MainSiteSettings } from '#model/sites/main-site.ts'
import { queryRow, execute, type Db, type Trx } from '#server/platform/db/query.ts'

export interface StoredMainSite {
  settings: MainSiteSettings
  /** Version of the settings; 0 until they are saved for the first time. */
  version: number
}

export const findMainSite = (db: Db): Promise<StoredMainSite> => find(db, sql``)

export const lockMainSite = (trx: Trx): Promise<StoredMainSite> => find(trx, sql`for update`)

async function find(db: Db, lock: RawBuilder<unknown>): Promise<StoredMainSite> {
  const row = await queryRow<MainSiteSettings & { version: number }>(db)`
    select site_name as "siteName", logo_url as "logoUrl", favicon_url as "faviconUrl", primary_color as "primaryColor",
      secondary_color as "secondaryColor", contact_email as "contactEmail", version
    from main_site ${lock}`
  if (!row) throw new Error('The table main_site has no row.')
  const { version, ...settings } = row
  if (version > 0) return { settings, version }
  const { customCss: _, ...defaults } = DEFAULT_MAIN_SITE_SETTINGS
  return { settings: { ...defaults, contactEmail: '' }, version }
}

/** Saves the settings. A database trigger tells every node to reload them. */
export async function updateMainSite(
  trx: Trx,
  { settings, now }: { settings: MainSiteSettings; now: Date },
): Promise<void> {
  await execute(trx)`
    update main_site set site_name = ${settings.siteName}, logo_url = ${settings.logoUrl}, favicon_url = ${settings.faviconUrl},
      primary_color = ${settings.primaryColor}, secondary_color = ${settings.secondaryColor},
      contact_email = ${settings.contactEmail}, version = version + 1, updated_at = ${now}`
}
