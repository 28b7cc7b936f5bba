import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../db/tables.ts'
import { goneOfLine, revenueLeft } from './revenue-rows.ts'

type Db = Kysely<Database>

/** A member of a promoter at a point in time. */
export interface Whose {
  promoterId: string
  memberId: string
  now: Date
}

/**
 * CTE of a member's lines `e` with their events `ev` and remaining amounts. `is_over`: the event has ended and its refund period has
 * passed.
 */
export const linesOf = ({ promoterId, memberId, now }: Whose): RawBuilder<unknown> => sql`
  lines as (
    select e.*, e.amount_cents - e.clawed_back_cents as left_cents, ev.title as event_title, ev.ends_at, ev.time_zone,
      ev.ends_at + make_interval(hours => 24 * p.refund_window_days) as available_at,
      ev.ends_at + make_interval(hours => 24 * p.refund_window_days) <= ${now}::timestamptz as is_over,
      to_char(e.created_at at time zone ev.time_zone, 'YYYY-MM-DD') as day
    from earnings e
    join events ev on ev.id = e.event_id
    join promoters p on p.id = e.promoter_id
    where e.member_id = ${memberId} and e.promoter_id = ${promoterId}
  )`

/** Balance of a member with one promoter in one currency, in minor units. */
export interface BalanceRow {
  currency: string
  earnedCents: number
  pendingCents: number
  /** Negative when deductions exceed later earnings. */
  availableCents: number
  requestedCents: number
  paidCents: number
  waitingCents: number
  clawedBackCents: number
}

/** By currency, highest earnings first. */
export async function listBalances(db: Db, whose: Whose): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    with ${linesOf(whose)}, earned as (
      select currency,
        coalesce(sum(amount_cents) filter (where status = 'earned'), 0) as earned,
        coalesce(sum(left_cents) filter (where status = 'earned' and not is_over), 0) as pending,
        coalesce(sum(left_cents) filter (where status = 'earned' and is_over), 0) as free,
        coalesce(sum(left_cents) filter (where status = 'waiting'), 0) as waiting,
        coalesce(sum(clawed_back_cents) filter (where status = 'earned'), 0) as clawed_back
      from lines group by currency
    ), paid as (
      select currency,
        coalesce(sum(amount_cents) filter (where status in ('requested', 'approved', 'sent')), 0) as requested,
        coalesce(sum(amount_cents) filter (where status = 'paid'), 0) as paid
      from payouts where member_id = ${whose.memberId} and promoter_id = ${whose.promoterId} group by currency
    )
    select currency, coalesce(earned, 0)::bigint as "earnedCents", coalesce(pending, 0)::bigint as "pendingCents",
      (coalesce(free, 0) - coalesce(requested, 0) - coalesce(paid, 0))::bigint as "availableCents",
      coalesce(requested, 0)::bigint as "requestedCents", coalesce(paid, 0)::bigint as "paidCents",
      coalesce(waiting, 0)::bigint as "waitingCents", coalesce(clawed_back, 0)::bigint as "clawedBackCents"
    from earned full join paid using (currency)
    order by earned desc nulls last, currency`.execute(db)
  return rows
}

interface SumRow {
  currency: string
  amountCents: number
  tickets: number
  revenueCents: number
}

/** Sums of earned lines without refunded tickets. */
const sums = sql`
  l.currency, sum(l.left_cents)::bigint as "amountCents", sum(l.quantity - gone.count)::int as tickets,
  sum(${revenueLeft({ revenue: sql`l.revenue_cents`, quantity: sql`l.quantity` })})::bigint as "revenueCents"
  from lines l ${goneOfLine('l')}`

export interface EventSumRow extends SumRow {
  eventId: string
  eventTitle: string
  eventEndsAt: Date
  availableAt: Date
  isAvailable: boolean
  /** Paid out or requested for this event. */
  paidOutCents: number
}

/** By event, latest end first. */
export async function listEventSums(db: Db, whose: Whose & { eventId?: string }): Promise<EventSumRow[]> {
  const { rows } = await sql<EventSumRow>`
    with ${linesOf(whose)}
    select l.event_id as "eventId", l.event_title as "eventTitle", l.ends_at as "eventEndsAt", l.available_at as "availableAt",
      l.is_over as "isAvailable", (
        select coalesce(sum(p.amount_cents), 0)::bigint from payouts p
        where p.member_id = ${whose.memberId} and p.promoter_id = ${whose.promoterId} and p.event_id = l.event_id
          and p.currency = l.currency and p.status not in ('failed', 'refused')
      ) as "paidOutCents", ${sums}
    where l.status = 'earned' and l.event_id = coalesce(${whose.eventId ?? null}::uuid, l.event_id)
    group by l.event_id, l.event_title, l.ends_at, l.available_at, l.is_over, l.currency
    order by l.ends_at desc, l.event_id`.execute(db)
  return rows
}

/** By day at the event, oldest first, from `from` (YYYY-MM-DD) on. */
export async function listDaySums(
  db: Db,
  whose: Whose & { from: string },
): Promise<(SumRow & { day: string })[]> {
  const { rows } = await sql<SumRow & { day: string }>`
    with ${linesOf(whose)}
    select l.day, ${sums} where l.status = 'earned' and l.day >= ${whose.from}
    group by l.day, l.currency order by l.day, l.currency`.execute(db)
  return rows
}

export interface LinkSumRow extends SumRow {
  linkId: string
  name: string
  code: string
}

/** By link, highest earnings first. */
export async function listLinkSums(db: Db, whose: Whose): Promise<LinkSumRow[]> {
  const { rows } = await sql<LinkSumRow>`
    with ${linesOf(whose)}, summed as (
      select l.tracking_link_id as id, ${sums} where l.status = 'earned' group by l.tracking_link_id, l.currency
    )
    select s.id as "linkId", k.name, k.code, s.currency, s."amountCents", s.tickets, s."revenueCents"
    from summed s join tracking_links k on k.id = s.id
    order by s."amountCents" desc, s.id`.execute(db)
  return rows
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
  /** Day at the event, YYYY-MM-DD. */
  day: string
}

export interface LineSearch {
  eventId?: string | undefined
  linkId?: string | undefined
  /** First and last day, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  after?: { earnedAt: Date; id: string } | undefined
  limit: number
}

/** All lines, newest first. Times have millisecond precision, like cursors. */
export async function listLines(db: Db, whose: Whose & LineSearch): Promise<EarningLine[]> {
  const { eventId = null, linkId = null, from = null, to = null, after } = whose
  const moment = sql`date_trunc('milliseconds', l.created_at)`
  const { rows } = await sql<EarningLine>`
    with ${linesOf(whose)}
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
      ${after ? sql`and (${moment}, l.id) < (${after.earnedAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, l.id desc limit ${whose.limit}`.execute(db)
  return rows
}
