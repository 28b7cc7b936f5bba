import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeRule } from '#model/pricing/fees.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { execute, queryRow, type Db } from '#server/platform/db/query.ts'
import { mostSpecificFees } from '#server/pricing/fees/fee-rows.ts'
import { taxRule } from '#server/pricing/taxes/tax-rows.ts'
import { termsInEffect, type TermsInEffect } from '#server/pricing/terms/terms-rows.ts'

interface EventKey {
  promoterId: string
  eventId: string
}

export interface CurrentPrices {
  currency: string
  /** Fees of the event; null when none are configured in its currency. */
  fees: (FeeRule & { paidBy: FeesPaidBy }) | null
  /** The platform's terms; null when there are none in the currency. */
  terms: TermsInEffect | null
  ticketTypes: { id: string; name: string; priceCents: number; tax: TaxRule | null }[]
}

/** Returns the prices of an event's active ticket types, even of those that aren't on sale in the web shop. */
export function findCurrentPrices(
  db: Db,
  { promoterId, eventId }: EventKey,
  now: Date,
): Promise<CurrentPrices | undefined> {
  return queryRow<CurrentPrices>(db)`
    select e.currency,
      (select to_json(found) from (${mostSpecificFees}) found) as fees,
      (select to_json(found) from (${termsInEffect(now)}) found) as terms,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'priceCents', t.price_cents, 'tax', ${taxRule})
          order by t.position, t.id), '[]')
        from ticket_types t where t.event_id = e.id and t.active) as "ticketTypes"
    from events e where e.id = ${eventId} and e.promoter_id = ${promoterId}`
}

export interface PricesRow {
  version: number
  content: unknown
}

export function findLatestPrices(db: Db, { promoterId, eventId }: EventKey): Promise<PricesRow | undefined> {
  return queryRow<PricesRow>(db)`
    select version, content from door_prices where promoter_id = ${promoterId} and event_id = ${eventId}
    order by version desc limit 1`
}

export async function findPrices(
  db: Db,
  { promoterId, eventId }: EventKey,
  version: number,
): Promise<unknown> {
  const row = await queryRow<{ content: unknown }>(db)`
    select content from door_prices where promoter_id = ${promoterId} and event_id = ${eventId} and version = ${version}`
  return row?.content
}

/** When two nodes write the same version at the same time, the first one's content stays. */
export async function insertPrices(
  db: Db,
  { promoterId, eventId }: EventKey,
  { version, content, now }: { version: number; content: unknown; now: Date },
): Promise<void> {
  await execute(db)`
    insert into door_prices (promoter_id, event_id, version, content, created_at)
    values (${promoterId}, ${eventId}, ${version}, ${JSON.stringify(content)}::jsonb, ${now}) on conflict do nothing`
}
