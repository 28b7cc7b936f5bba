import { percentToMillionths } from '#model/platform/money.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { deriveId } from './seeded-random.ts'
import { promoterIdOf, ticketTypeIdOf } from './demo-ids.ts'
import type { DemoEvent, DemoPromoter, DemoTicketType } from './demo-types.ts'

export const taxRowsOf = (promoter: DemoPromoter) => ({
  taxRates: Object.entries(promoter.taxes?.rates ?? {}).map(([key, { name, percent }]) => ({
    id: taxRateIdOf(promoter, key),
    promoter_id: promoterIdOf(promoter),
    name,
    rate_millionths: percentToMillionths(percent),
  })),
  ticketTypeTaxes: promoter.events.flatMap((event) =>
    event.ticketTypes.flatMap((type) =>
      taxKeysOf(promoter, event, type).map((key, position) => ({
        promoter_id: promoterIdOf(promoter),
        ticket_type_id: ticketTypeIdOf(event, type),
        tax_rate_id: taxRateIdOf(promoter, key),
        position,
      })),
    ),
  ),
})

export function taxRuleOf(
  promoter: DemoPromoter,
  event: DemoEvent,
  type: DemoTicketType,
): TaxRule | undefined {
  if (!promoter.taxes) return undefined
  const { included, rounding, rates } = promoter.taxes
  return {
    included,
    rounding,
    rates: taxKeysOf(promoter, event, type).flatMap((key) => {
      const rate = rates[key]
      return rate ? [{ name: rate.name, rateMillionths: percentToMillionths(rate.percent) }] : []
    }),
  }
}

const taxKeysOf = (promoter: DemoPromoter, event: DemoEvent, type: DemoTicketType): readonly string[] =>
  type.taxes ?? event.taxes ?? promoter.taxes?.usual ?? []

const taxRateIdOf = (promoter: DemoPromoter, key: string): string => deriveId('tax rate', promoter.slug, key)
