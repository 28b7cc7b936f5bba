import type { TrackingLink } from '#contracts/portal/staff.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Context } from '#server/context.ts'
import { trackingLinkPath, promoterOrigin } from './link-urls.ts'
import { findOwnLink, type LinkOwner, type OwnLinkRow } from './link-rows.ts'
import { listLinkStats, type LinkStatsRow } from './link-stats-rows.ts'

interface Viewing {
  context: Context
  owner: LinkOwner
  origin: string
}

export async function viewLinks(
  viewer: Viewing,
  rows: readonly OwnLinkRow[],
  read: (db: Context['db'], linkIds: readonly string[]) => Promise<LinkStatsRow[]> = listLinkStats,
): Promise<TrackingLink[]> {
  const found = await read(
    viewer.context.db,
    rows.map((row) => row.id),
  )
  const stats = new Map(found.map((each) => [each.linkId, each]))
  return rows.map((row) => toLink(viewer, row, stats.get(row.id) ?? nothingYet(row)))
}

export async function viewLink(
  viewer: Viewing,
  linkId: string,
): Promise<{ link: TrackingLink; row: OwnLinkRow } | undefined> {
  const row = await findOwnLink(viewer.context.db, viewer.owner, linkId)
  if (!row) return undefined
  const [link] = await viewLinks(viewer, [row])
  return link && { link, row }
}

function toLink({ context, owner, origin }: Viewing, row: OwnLinkRow, stats: LinkStatsRow): TrackingLink {
  const home = promoterOrigin(context, owner.promoterId, origin)
  const { clicks, holds, orders, tickets, refundedTickets, revenueCents, commissionCents } = stats
  const currency = stats.currency ?? row.currency
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    url: home + trackingLinkPath(row),
    shortUrl: home + urls.shortLink(row.code),
    eventId: row.eventId,
    eventTitle: row.eventTitle,
    utmSource: row.utmSource,
    utmMedium: row.utmMedium,
    utmCampaign: row.utmCampaign,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    stats: {
      clicks,
      holds,
      orders,
      tickets,
      refundedTickets,
      revenue: toMajor(revenueCents, currency),
      commission: toMajor(commissionCents, currency),
      currency,
    },
  }
}

const nothingYet = ({ id, currency }: OwnLinkRow): LinkStatsRow => ({
  linkId: id,
  clicks: 0,
  holds: 0,
  orders: 0,
  tickets: 0,
  refundedTickets: 0,
  revenueCents: 0,
  commissionCents: 0,
  currency,
})
