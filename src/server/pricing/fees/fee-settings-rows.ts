import { sql } from 'kysely'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeRule, FeeSource } from '#model/pricing/fees.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { taxRule } from '#server/pricing/taxes/tax-rows.ts'

export interface FeeScope {
  promoterId: string
  eventId: string | null
  currency: string
}

export interface FeeSettings extends FeeRule {
  eventId: string | null
  source: FeeSource
  currency: string
  version: number
}

const columns = sql`
  f.event_id as "eventId", f.currency, f.version, f.ticket_base_cents as "ticketBaseCents",
  f.ticket_basis_points as "ticketBasisPoints", f.order_base_cents as "orderBaseCents",
  f.order_basis_points as "orderBasisPoints",
  case when f.event_id is not null then 'event' when f.promoter_id is not null then 'promoter' else 'default' end as source`

export function listFeeSettings(db: Db, promoterId: string): Promise<FeeSettings[]> {
  return queryRows<FeeSettings>(db)`
    select ${columns} from fee_configurations f where f.promoter_id = ${promoterId} or f.promoter_id is null
    order by f.event_id is null, f.promoter_id is null, f.currency`
}

export interface FeeEvent {
  id: string
  title: string
  currency: string
  startsAt: Date
  timeZone: string
  feesPaidBy: FeesPaidBy
  ticketTypes: { id: string; name: string; priceCents: number; tax: TaxRule | null }[]
}

export function listFeeEvents(db: Db, find: { promoterId: string; now: Date }): Promise<FeeEvent[]> {
  return queryRows<FeeEvent>(db)`
    select e.id, e.title, e.currency, e.starts_at as "startsAt", e.time_zone as "timeZone", e.fees_paid_by as "feesPaidBy",
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'priceCents', t.price_cents, 'tax', ${taxRule})
        order by t.position, t.id), '[]') from ticket_types t where t.event_id = e.id) as "ticketTypes"
    from events e where e.promoter_id = ${find.promoterId} and e.ends_at > ${find.now} and e.status <> 'cancelled'
    order by e.starts_at, e.id limit 500`
}

/** Lists the promoter's own currency, and those of its events and fees. */
export async function listFeeCurrencies(db: Db, promoterId: string): Promise<string[]> {
  const rows = await queryRows<{ currency: string }>(db)`
    select currency from promoters where id = ${promoterId}
    union select currency from events where promoter_id = ${promoterId}
    union select currency from fee_configurations where promoter_id = ${promoterId}
    order by currency`
  return rows.map(({ currency }) => currency)
}

export function findFeeEvent(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<{ id: string; title: string; currency: string } | undefined> {
  return queryRow<{ id: string; title: string; currency: string }>(db)`
    select id, title, currency from events where id = ${find.id} and promoter_id = ${find.promoterId}`
}

export async function lockFees(trx: Trx, promoterId: string): Promise<void> {
  await execute(trx)`select 1 from promoters where id = ${promoterId} for update`
}

export async function writeFees(trx: Trx, place: FeeScope, rule: FeeRule): Promise<void> {
  await execute(trx)`
    insert into fee_configurations as f (promoter_id, event_id, currency, ticket_base_cents, ticket_basis_points,
      order_base_cents, order_basis_points)
    values (${place.promoterId}, ${place.eventId}, ${place.currency}, ${rule.ticketBaseCents}, ${rule.ticketBasisPoints},
      ${rule.orderBaseCents}, ${rule.orderBasisPoints})
    on conflict (promoter_id, event_id, currency) do update set version = f.version + 1,
      ticket_base_cents = excluded.ticket_base_cents, ticket_basis_points = excluded.ticket_basis_points,
      order_base_cents = excluded.order_base_cents, order_basis_points = excluded.order_basis_points`
}

export async function deleteFees(trx: Trx, { promoterId, eventId, currency }: FeeScope): Promise<void> {
  await execute(trx)`
    delete from fee_configurations
    where promoter_id = ${promoterId} and event_id is not distinct from ${eventId}::uuid and currency = ${currency}`
}
