import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { earningLinesCte, type MemberKey } from '#server/people/members/balance-rows.ts'
import { voidTicketsOfLine, revenueAfterRefunds } from '#server/sales/orders/revenue-rows.ts'

interface SumRow {
  currency: string
  amountCents: number
  tickets: number
  revenueCents: number
}

const sums = sql`
  l.currency, sum(l.left_cents)::bigint as "amountCents", sum(l.quantity - gone.count)::int as tickets,
  sum(${revenueAfterRefunds({ revenue: sql`l.revenue_cents`, quantity: sql`l.quantity` })})::bigint as "revenueCents"
  from lines l ${voidTicketsOfLine('l')}`

export interface EventSumRow extends SumRow {
  eventId: string
  eventTitle: string
  eventEndsAt: Date
  availableAt: Date
  isAvailable: boolean
  paidOutCents: number
}

export function listEventSums(db: Db, member: MemberKey & { eventId?: string }): Promise<EventSumRow[]> {
  return queryRows<EventSumRow>(db)`
    with ${earningLinesCte(member)}
    select l.event_id as "eventId", l.event_title as "eventTitle", l.ends_at as "eventEndsAt", l.available_at as "availableAt",
      l.is_over as "isAvailable", (
        select coalesce(sum(p.amount_cents), 0)::bigint from payouts p
        where p.member_id = ${member.memberId} and p.promoter_id = ${member.promoterId} and p.event_id = l.event_id
          and p.currency = l.currency and p.status not in ('failed', 'refused')
      ) as "paidOutCents", ${sums}
    where l.status = 'earned' and l.event_id = coalesce(${member.eventId ?? null}::uuid, l.event_id)
    group by l.event_id, l.event_title, l.ends_at, l.available_at, l.is_over, l.currency
    order by l.ends_at desc, l.event_id`
}

/** Sums commissions by day in the event's time zone, oldest first, starting at `from` (YYYY-MM-DD). */
export function listDaySums(
  db: Db,
  member: MemberKey & { from: string },
): Promise<(SumRow & { day: string })[]> {
  return queryRows<SumRow & { day: string }>(db)`
    with ${earningLinesCte(member)}
    select l.day, ${sums} where l.status = 'earned' and l.day >= ${member.from}
    group by l.day, l.currency order by l.day, l.currency`
}

export interface LinkSumRow extends SumRow {
  linkId: string
  name: string
  code: string
}

export function listLinkSums(db: Db, member: MemberKey): Promise<LinkSumRow[]> {
  return queryRows<LinkSumRow>(db)`
    with ${earningLinesCte(member)}, summed as (
      select l.tracking_link_id as id, ${sums} where l.status = 'earned' group by l.tracking_link_id, l.currency
    )
    select s.id as "linkId", k.name, k.code, s.currency, s."amountCents", s.tickets, s."revenueCents"
    from summed s join tracking_links k on k.id = s.id
    order by s."amountCents" desc, s.id`
}

export interface EarningLine {
  id: string
  orderNumber: string
  eventTitle: string
  ticketName: string
  linkName: string
  quantity: number
  revenueCents: number
  amountCents: number
  clawedBackCents: number
  currency: string
  status: 'waiting' | 'pending' | 'available' | 'refused'
  earnedAt: Date
  day: string
}

export interface LineSearch {
  eventId?: string | undefined
  linkId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  after?: ListPosition | undefined
  limit: number
}

/** Lists commission lines, newest first. Times are truncated to milliseconds, like those in cursors. */
export function listEarningLines(db: Db, member: MemberKey & LineSearch): Promise<EarningLine[]> {
  const { eventId = null, linkId = null, from = null, to = null, after } = member
  const moment = sql`date_trunc('milliseconds', l.created_at)`
  return queryRows<EarningLine>(db)`
    with ${earningLinesCte(member)}
    select l.id, o.number as "orderNumber", l.event_title as "eventTitle", i.name as "ticketName", k.name as "linkName",
      l.quantity, l.revenue_cents as "revenueCents", l.amount_cents as "amountCents",
      l.clawed_back_cents as "clawedBackCents", l.currency,
      case when l.status <> 'earned' then l.status when l.is_over then 'available' else 'pending' end as status,
      ${moment} as "earnedAt", l.day
    from lines l
    join orders o on o.id = l.order_id
    join order_items i on i.order_id = l.order_id and i.position = l.position
    join tracking_links k on k.id = l.tracking_link_id
    where l.event_id = coalesce(${eventId}::uuid, l.event_id)
      and l.tracking_link_id = coalesce(${linkId}::uuid, l.tracking_link_id)
      and l.day between coalesce(${from}, l.day) and coalesce(${to}, l.day)
      ${after ? sql`and (${moment}, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, l.id desc limit ${member.limit}`
}
