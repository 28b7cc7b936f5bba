import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { droppedRule, type DroppedRule } from '#contracts/domains.ts'
import { siteSettings, type SiteSettings } from '#model/sites.ts'
import type { Database } from '../db/tables.ts'

/** The look of a promoter's site as it was written. */
export async function findLook(
  db: Kysely<Database>,
  promoterId: string,
): Promise<{ settings: SiteSettings; droppedCss: DroppedRule[] } | undefined> {
  const row = await db
    .selectFrom('sites')
    .select([
      'site_name as siteName',
      'logo_url as logoUrl',
      'favicon_url as faviconUrl',
      'primary_color as primaryColor',
      'secondary_color as secondaryColor',
      'custom_css as customCss',
      'dropped_css as droppedCss',
    ])
    .where('promoter_id', '=', promoterId)
    .executeTakeFirst()
  return row && { settings: siteSettings.parse(row), droppedCss: z.array(droppedRule).parse(row.droppedCss) }
}
