import { sql } from 'kysely'
import { buyerFeeRule, type FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { NO_FEES, type FeeRule, type FeeSource } from '#model/pricing/fees.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

/** `rule`: the buyer's part of the fees. */
export interface FoundFees {
  rule: FeeRule
  source: FeeSource
  currency: string
}

const columns = sql`
  f.currency, f.ticket_base_cents as "ticketBaseCents", f.ticket_basis_points as "ticketBasisPoints",
  f.order_base_cents as "orderBaseCents", f.order_basis_points as "orderBasisPoints",
  case when f.event_id is not null then 'event' when f.promoter_id is not null then 'promoter' else 'default' end as source`

type FeeRow = FeeRule & { currency: string; source: FeeSource }

export type EventFeeRow = FeeRow & { paidBy: FeesPaidBy }

/** Most specific fee configuration of an event `e` in its currency: the event's, the promoter's or the platform's. */
export const mostSpecificFees = sql`
  select ${columns}, e.fees_paid_by as "paidBy" from fee_configurations f
  where f.currency = e.currency
    and (f.event_id = e.id
      or (f.event_id is null and f.promoter_id = e.promoter_id)
      or (f.event_id is null and f.promoter_id is null))
  order by f.event_id is not null desc, f.promoter_id is not null desc
  limit 1`

export async function findFeeRules(
  db: Db,
  eventIds: readonly string[],
  paidBy?: FeesPaidBy,
): Promise<Map<string, FoundFees>> {
  const rows = await queryRows<EventFeeRow & { eventId: string }>(db)`
    select e.id as "eventId", found.* from events e cross join lateral (${mostSpecificFees}) found
    where e.id = any(${eventIds})`
  return new Map(
    rows.map(({ eventId, ...row }) => [eventId, toFoundFees({ ...row, ...(paidBy && { paidBy }) })]),
  )
}

export async function findDefaultFees(db: Db, currency: string): Promise<FoundFees | undefined> {
  const row = await queryRow<FeeRow>(db)`
    select ${columns} from fee_configurations f
    where f.promoter_id is null and f.event_id is null and f.currency = ${currency}`
  return row && toFoundFees({ ...row, paidBy: 'buyer' })
}

/** Returns the buyer's fee rule for an event. Without configured fees in the event's currency, there are no fees. */
export const feeRuleFor = (
  feesByEvent: ReadonlyMap<string, FoundFees>,
  eventId: string,
): Omit<FoundFees, 'currency'> => feesByEvent.get(eventId) ?? { rule: NO_FEES, source: 'default' }

const toFoundFees = ({ currency, source, paidBy, ...rule }: EventFeeRow): FoundFees => ({
  rule: buyerFeeRule(rule, paidBy),
  source,
  currency,
})
