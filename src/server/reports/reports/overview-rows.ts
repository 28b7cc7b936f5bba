import { sql } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { eventCapacity } from '#server/catalog/ticket-types/event-capacity-rows.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { intervalSql } from '#server/platform/report-totals/span-rows.ts'
import { visitsQuery } from '#server/reports/visits/visit-rows.ts'

const NEXT = 6
const RECENT = 8

export function sumViews(db: Db, scope: ReportScope): Promise<{ step: string; views: number }[]> {
  return queryRows<{ step: string; views: number }>(db)`
    select ${intervalSql(sql`hour`, scope)} as step, sum(views)::bigint as views
    from (${visitsQuery(scope, 'hour')}) hours group by 1`
}

export interface NextEventRow {
  id: string
  title: string
  startsAt: Date
  timeZone: string
  city: string
  sold: number
  capacity: number
}

export function listNextEvents(
  db: Db,
  { promoterId, now }: { promoterId: string; now: Date },
): Promise<NextEventRow[]> {
  return queryRows<NextEventRow>(db)`
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", e.city,
      coalesce(sum(i.sold), 0)::int as sold, ${eventCapacity(sql`e.id`)} as capacity
    from (
      select * from events where promoter_id = ${promoterId} and status = 'published' and ends_at > ${now}
      order by starts_at, id limit ${NEXT}
    ) e
    left join ticket_types t on t.event_id = e.id
    left join inventory i on i.ticket_type_id = t.id
    group by e.id, e.title, e.starts_at, e.time_zone, e.city order by e.starts_at, e.id`
}

export interface AttentionRow {
  payments: number
  disputes: number
  payouts: number
  drafts: number
  hasEvents: boolean
  legalName: string
  legalAddress: string
  hasSold: boolean
}

export async function countAttention(db: Db, promoterId: string): Promise<AttentionRow> {
  const row = await queryRow<AttentionRow>(db)`
    select p.legal_name as "legalName", p.legal_address as "legalAddress",
      exists (select from orders where promoter_id = p.id and paid_at is not null and total_cents > 0) as "hasSold",
      (select count(*)::int from payments where promoter_id = ${promoterId} and trouble <> '') as payments,
      (select count(*)::int from disputes where promoter_id = ${promoterId} and status = 'open') as disputes,
      (select count(*)::int from payouts where promoter_id = ${promoterId} and status = 'requested') as payouts,
      (select count(*)::int from events where promoter_id = ${promoterId} and status = 'draft') as drafts,
      exists (select from events where promoter_id = ${promoterId}) as "hasEvents"
    from promoters p where p.id = ${promoterId}`
  if (!row) throw new Error(`Promoter ${promoterId} was not found.`)
  return row
}

export interface RecentOrderRow {
  id: string
  number: string
  name: string
  /** Title of the event; '' for an order of a voucher. */
  eventTitle: string
  isOfVoucher: boolean
  tickets: number
  totalCents: number
  currency: string
  status: string
  paidAt: Date
}

export function listRecentOrders(db: Db, promoterId: string): Promise<RecentOrderRow[]> {
  return queryRows<RecentOrderRow>(db)`
    select o.id, o.number, trim(o.first_name || ' ' || o.last_name) as name, o.total_cents as "totalCents", o.currency, o.status,
      o.paid_at as "paidAt", bought.tickets, bought.title as "eventTitle",
      exists (select from voucher_sales s where s.order_id = o.id) as "isOfVoucher"
    from (
      select * from orders where promoter_id = ${promoterId} and paid_at is not null
      order by created_at desc, id limit ${RECENT}
    ) o
    cross join lateral (
      select coalesce(sum(i.quantity), 0)::int as tickets, coalesce(string_agg(distinct e.title, ', '), '') as title
      from order_items i join events e on e.id = i.event_id where i.order_id = o.id
    ) bought
    order by o.created_at desc, o.id`
}

export async function findRole(
  db: Db,
  { promoterId, accountId }: { promoterId: string; accountId: string },
): Promise<MemberRole | undefined> {
  const row = await queryRow<{ role: MemberRole }>(db)`
    select role from members where promoter_id = ${promoterId} and account_id = ${accountId}`
  return row?.role
}
