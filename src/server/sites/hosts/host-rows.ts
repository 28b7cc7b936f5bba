import { sql } from 'kysely'
import { sortForFooter, type LegalKind } from '#model/sites/legal.ts'
import type { PromoterStatus } from '#model/people/promoter-status.ts'
import type { ShopClosedReason, SiteSettings } from '#model/sites/sites.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface HostRow {
  host: string
  promoterId: string
  settings: SiteSettings
  legal: LegalKind[]
  /** Canonical host of the promoter; undefined when there is none. */
  canonicalHost: string | undefined
  isAlias: boolean
  closed: ShopClosedReason | undefined
  sellsVouchers: boolean
}

/** Returns resolving hosts, ordered by name: all hosts of one promoter, or the next `most` hosts after `after`. */
export async function readHosts(
  db: Db,
  filter: { promoterId: string } | { after: string; most: number },
): Promise<HostRow[]> {
  const chosen =
    'promoterId' in filter
      ? sql`h.promoter_id = ${filter.promoterId} order by h.host`
      : sql`h.host > ${filter.after} order by h.host limit ${filter.most}`
  const rows = await queryRows<Row>(db)`
    select h.host, s.promoter_id, s.site_name, s.logo_url, s.favicon_url, s.primary_color, s.secondary_color, s.custom_css,
      p.status, c.host as canonical_host, h.domain_id is not null and not h.is_canonical as is_proven_alias,
      (select coalesce(array_agg(newest.kind), '{}') from (
          select distinct on (l.kind) l.kind, l.text from legal_texts l where l.promoter_id = h.promoter_id
          order by l.kind, l.version desc) newest
        where newest.text is not null) as legal,
      exists (select from voucher_offers f where f.promoter_id = h.promoter_id and f.is_active) as sells_vouchers
    from hosts h join sites s on s.promoter_id = h.promoter_id join promoters p on p.id = h.promoter_id
      left join hosts c on c.promoter_id = h.promoter_id and c.is_canonical
    where h.verified_at is not null and ${chosen}`
  return rows.map(toHost)
}

interface Row {
  host: string
  promoter_id: string
  site_name: string
  logo_url: string
  favicon_url: string
  primary_color: string
  secondary_color: string
  custom_css: string
  status: PromoterStatus
  canonical_host: string | null
  is_proven_alias: boolean
  legal: LegalKind[]
  sells_vouchers: boolean
}

const toHost = (row: Row): HostRow => ({
  host: row.host,
  promoterId: row.promoter_id,
  settings: {
    siteName: row.site_name,
    logoUrl: row.logo_url,
    faviconUrl: row.favicon_url,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    customCss: row.custom_css,
  },
  legal: sortForFooter(row.legal),
  canonicalHost: row.canonical_host ?? undefined,
  isAlias: row.is_proven_alias && row.canonical_host !== null,
  closed: closedBy(row.status),
  sellsVouchers: row.sells_vouchers,
})

function closedBy(status: PromoterStatus): ShopClosedReason | undefined {
  if (status === 'active') return undefined
  return status === 'suspended' ? 'suspended' : 'not_open'
}
