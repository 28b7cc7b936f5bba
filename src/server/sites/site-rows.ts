import type { Kysely } from 'kysely'
import type { DroppedRule } from '#contracts/domains.ts'
import type { SiteSettings } from '#model/sites.ts'
import type { Database } from '../db/tables.ts'

export type SitePictures = Pick<SiteSettings, 'logoUrl' | 'faviconUrl'>

/** What the site shows until the transaction ends; undefined when the promoter has no site. */
export const lockSitePictures = (
  trx: Kysely<Database>,
  promoterId: string,
): Promise<SitePictures | undefined> =>
  trx
    .selectFrom('sites')
    .select(['logo_url as logoUrl', 'favicon_url as faviconUrl'])
    .where('promoter_id', '=', promoterId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Every node hears of it and reads the site anew. */
export async function updateSite(
  db: Kysely<Database>,
  promoterId: string,
  look: { settings: SiteSettings; droppedCss: readonly DroppedRule[]; now: Date },
): Promise<void> {
  const { settings, droppedCss, now } = look
  await db
    .updateTable('sites')
    .set({
      site_name: settings.siteName,
      logo_url: settings.logoUrl,
      favicon_url: settings.faviconUrl,
      primary_color: settings.primaryColor,
      secondary_color: settings.secondaryColor,
      custom_css: settings.customCss,
      dropped_css: JSON.stringify(droppedCss),
      updated_at: now,
    })
    .where('promoter_id', '=', promoterId)
    .execute()
}
