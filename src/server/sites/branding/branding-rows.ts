import * as z from 'zod/mini'
import { droppedCssRule, type DroppedCssRule } from '#contracts/console/domains.ts'
import { siteSettings, type SiteSettings } from '#model/sites/sites.ts'
import type { Db } from '#server/platform/db/query.ts'

export interface StoredBranding {
  settings: SiteSettings
  droppedCss: DroppedCssRule[]
  version: number
}

const selectBranding = (db: Db, promoterId: string) =>
  db
    .selectFrom('sites')
    .select([
      'site_name as siteName',
      'logo_url as logoUrl',
      'favicon_url as faviconUrl',
      'primary_color as primaryColor',
      'secondary_color as secondaryColor',
      'custom_css as customCss',
      'dropped_css as droppedCss',
      'version',
    ])
    .where('promoter_id', '=', promoterId)

const toBranding = (
  row: (SiteSettings & { droppedCss: unknown; version: number }) | undefined,
): StoredBranding | undefined =>
  row && {
    settings: siteSettings.parse(row),
    droppedCss: z.array(droppedCssRule).parse(row.droppedCss),
    version: row.version,
  }

export const findBranding = async (db: Db, promoterId: string): Promise<StoredBranding | undefined> =>
  toBranding(await selectBranding(db, promoterId).executeTakeFirst())

export const lockBranding = async (trx: Db, promoterId: string): Promise<StoredBranding | undefined> =>
  toBranding(await selectBranding(trx, promoterId).forNoKeyUpdate().executeTakeFirst())
