import type { Db } from '#server/platform/db/query.ts'
import type { StoredBranding } from '#server/sites/branding/branding-rows.ts'

export async function updateSite(
  db: Db,
  promoterId: string,
  branding: StoredBranding & { now: Date },
): Promise<void> {
  const { settings, droppedCss, version, now } = branding
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
      version,
      updated_at: now,
    })
    .where('promoter_id', '=', promoterId)
    .execute()
}
