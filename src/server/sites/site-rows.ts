import type { Kysely } from 'kysely'
import type { DroppedRule } from '#contracts/domains.ts'
import type { SiteSettings } from '#model/sites.ts'
import type { Database } from '../db/tables.ts'

/** Every node hears of it and reads the site anew. False when the promoter has no site. */
export async function updateSite(
  db: Kysely<Database>,
  promoterId: string,
  look: { settings: SiteSettings; droppedCss: readonly DroppedRule[]; now: Date },
): Promise<boolean> {
  const { settings, droppedCss, now } = look
  const { numUpdatedRows } = await db
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
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
