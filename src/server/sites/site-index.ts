import { sql, type Kysely } from 'kysely'
import { FALLBACK_SETTINGS, type Site, type SiteSettings } from '#model/sites.ts'
import type { Database } from '../db/tables.ts'

/** Host → site from memory: no request waits for a query to know where it is. */
export interface SiteIndex {
  resolve: (host: string) => Site
  /** Reads the verified hosts of one promoter anew, or everybody's. */
  reload: (promoterId?: string) => Promise<void>
  /** Every host that is a storefront's. */
  hosts: () => string[]
}

const MAIN_SETTINGS: SiteSettings = { ...FALLBACK_SETTINGS, siteName: 'Foyer' }

export async function createSiteIndex(
  db: Kysely<Database>,
  mainHosts: readonly string[],
): Promise<SiteIndex> {
  const main = new Set(mainHosts)
  let sites = new Map<string, Site>()
  let reading: Promise<void> = Promise.resolve()
  const read = async (promoterId?: string): Promise<void> => {
    const found = await readSites(db, promoterId)
    if (promoterId === undefined) sites = found
    else replaceSites(sites, promoterId, found)
  }
  const index: SiteIndex = {
    resolve: (host) => {
      if (main.has(host)) return { kind: 'main', host, settings: MAIN_SETTINGS }
      return sites.get(host) ?? { kind: 'unknown', host, settings: FALLBACK_SETTINGS }
    },
    reload: (promoterId) => {
      // One after the other: a slow reading must not undo what a quick one has found since.
      reading = reading.catch(() => undefined).then(() => read(promoterId))
      return reading
    },
    hosts: () => [...sites.keys()],
  }
  await index.reload()
  return index
}

function replaceSites(sites: Map<string, Site>, promoterId: string, found: ReadonlyMap<string, Site>): void {
  for (const [host, site] of sites) {
    if (site.kind === 'storefront' && site.promoterId === promoterId) sites.delete(host)
  }
  for (const [host, site] of found) sites.set(host, site)
}

async function readSites(db: Kysely<Database>, promoterId?: string): Promise<Map<string, Site>> {
  const { rows } = await sql<SiteRow>`
    select h.host, s.promoter_id, s.site_name, s.logo_url, s.favicon_url, s.primary_color, s.secondary_color, s.custom_css,
      c.host as canonical_host, h.domain_id is not null and not h.is_canonical as is_proven_alias
    from hosts h join sites s on s.promoter_id = h.promoter_id
      left join hosts c on c.promoter_id = h.promoter_id and c.is_canonical
    where h.verified_at is not null ${promoterId === undefined ? sql`` : sql`and h.promoter_id = ${promoterId}`}
    order by h.host`.execute(db)
  return new Map(rows.map((row) => [row.host, toSite(row)]))
}

interface SiteRow {
  host: string
  promoter_id: string
  site_name: string
  logo_url: string
  favicon_url: string
  primary_color: string
  secondary_color: string
  custom_css: string
  canonical_host: string | null
  is_proven_alias: boolean
}

const toSite = (row: SiteRow): Site => ({
  kind: 'storefront',
  host: row.host,
  promoterId: row.promoter_id,
  canonicalHost: row.canonical_host ?? undefined,
  isAlias: row.is_proven_alias && row.canonical_host !== null,
  settings: {
    siteName: row.site_name,
    logoUrl: row.logo_url,
    faviconUrl: row.favicon_url,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    customCss: row.custom_css,
  },
})
