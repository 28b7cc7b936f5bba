import { sql } from 'kysely'
import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface StatusRow {
  id: string
  name: string
  status: PromoterStatus
}

export function lockPromoterStatus(trx: Trx, promoterId: string): Promise<StatusRow | undefined> {
  return queryRow<StatusRow>(trx)`
    select id, name, status from promoters where id = ${promoterId} for no key update`
}

export async function setPromoterStatus(
  trx: Trx,
  change: { promoterId: string; status: PromoterStatus; reason: string; now: Date },
): Promise<void> {
  await execute(trx)`
    update promoters set status = ${change.status}, status_reason = ${change.reason}, status_changed_at = ${change.now}
    where id = ${change.promoterId}`
}

export interface ManagedPromoterRow {
  id: string
  name: string
  siteName: string
  country: string
  currency: string
  legalName: string
  status: PromoterStatus
  statusReason: string
  statusChangedAt: Date | null
  createdAt: Date
  isDemo: boolean
  publishedEvents: number
  draftEvents: number
  paidOrders: number
  refundedOrders: number
  disputes: number
  sales: { currency: string; orders: number; tickets: number; cents: number }[]
  team: { name: string; email: string; role: 'owner' | 'manager' | 'sales' | 'door' }[]
  domains: { host: string; isVerified: boolean }[]
}

/** `team` and `domains` contain at most 100 rows each. */
export function findManagedPromoter(db: Db, promoterId: string): Promise<ManagedPromoterRow | undefined> {
  return queryRow<ManagedPromoterRow>(db)`
    select p.id, p.name, p.slug as "siteName", p.country, p.currency, p.legal_name as "legalName", p.status,
      p.status_reason as "statusReason", p.status_changed_at as "statusChangedAt", p.created_at as "createdAt", p.is_demo as "isDemo",
      (select count(*)::int from events e where e.promoter_id = p.id and e.status = 'published') as "publishedEvents",
      (select count(*)::int from events e where e.promoter_id = p.id and e.status = 'draft') as "draftEvents",
      (select count(*)::int from orders o where o.promoter_id = p.id and o.paid_at is not null) as "paidOrders",
      (select count(distinct r.order_id)::int from refunds r where r.promoter_id = p.id and r.status = 'succeeded') as "refundedOrders",
      (select count(*)::int from disputes d where d.promoter_id = p.id) as disputes,
      ${promoterSalesSql} as sales,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', m.name, 'email', m.email, 'role', m.role) order by m.created_at, m.email)
        from (
          select trim(a.first_name || ' ' || a.last_name) as name, a.email, m.role, m.created_at
          from members m join accounts a on a.id = m.account_id where m.promoter_id = p.id
          order by m.created_at, a.email limit 100
        ) m
      ), '[]'::jsonb) as team,
      coalesce((
        select jsonb_agg(jsonb_build_object('host', h.host, 'isVerified', h.verified_at is not null) order by h.host)
        from (select host, verified_at from hosts where promoter_id = p.id order by host limit 100) h
      ), '[]'::jsonb) as domains
    from promoters p where p.id = ${promoterId}`
}

/** SQL for sales by currency, after refunds. Expects a promoter as `p`. */
export const promoterSalesSql = sql<{ currency: string; orders: number; tickets: number; cents: number }[]>`
  coalesce((
    select jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'tickets', s.tickets, 'cents', s.cents)
      order by s.currency)
    from (
      select currency, sum(orders)::int as orders, sum(tickets - returned)::int as tickets,
        sum(promoter_cents + taxes_cents + fees_cents - back_promoter_cents - back_taxes_cents - back_fees_cents)::bigint as cents
      from report_totals t
      where t.promoter_id = p.id and t.unit = 'month' and t.dimension = 'event' group by currency
    ) s
  ), '[]'::jsonb)`

export interface NoteRow {
  id: number
  at: Date
  /** Name of the operator who wrote the note; '' for a deleted account. */
  author: string
  text: string
}

export function listPromoterNotes(db: Db, find: { promoterId: string; limit: number }): Promise<NoteRow[]> {
  return queryRows<NoteRow>(db)`
    select n.id, n.at, n.text,
      coalesce((select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a where a.id = n.account_id), '')
        as author
    from promoter_notes n where n.promoter_id = ${find.promoterId} order by n.id desc limit ${find.limit}`
}

export async function insertPromoterNote(
  trx: Trx,
  note: { promoterId: string; accountId: string; text: string; now: Date },
): Promise<void> {
  await execute(trx)`
    insert into promoter_notes (promoter_id, account_id, at, text)
    values (${note.promoterId}, ${note.accountId}, ${note.now}, ${note.text})`
}
