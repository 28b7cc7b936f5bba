import * as z from 'zod/mini'
import { toCents } from '#model/platform/money.ts'
import { toFeeRule } from '#model/pricing/fees.ts'
import { feeConfiguration, taxRule } from '#model/pricing/price-schemas.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'

/**
 * Price list of a device, in the API's units. The list has a version, so that the server can check a sale against the
 * prices that the device had.
 */
export const doorPrices = z.object({
  currency: z.string(),
  fees: feeConfiguration,
  ticketTypes: z.array(
    z.object({ id: z.string(), name: z.string(), price: z.number(), tax: z.nullable(taxRule) }),
  ),
})
export type DoorPrices = z.infer<typeof doorPrices>

export interface DoorLine {
  ticketTypeId: string
  quantity: number
}

/**
 * Computes the price of a sale at the door, like the web shop. Undefined when one of the ticket types isn't in the
 * price list.
 */
export function quoteDoorSale(
  { currency, fees, ticketTypes }: DoorPrices,
  { eventId, lines }: { eventId: string; lines: readonly DoorLine[] },
): Quote | undefined {
  const known = new Map(ticketTypes.map((type) => [type.id, type]))
  const priced = lines.flatMap(({ ticketTypeId, quantity }) => {
    const type = known.get(ticketTypeId)
    if (!type) return []
    return [
      {
        ticketTypeId,
        eventId,
        quantity,
        priceCents: toCents(type.price, currency),
        tax: type.tax ?? undefined,
      },
    ]
  })
  if (priced.length < lines.length) return undefined
  return calculateQuote({ lines: priced, feeRuleOf: () => toFeeRule(fees, currency) })
}

/** Groups tickets into lines in the order of the price list, so that the order of taps doesn't change the price. */
export function groupIntoLines(
  tickets: readonly { ticketTypeId: string }[],
  { ticketTypes }: Pick<DoorPrices, 'ticketTypes'>,
): DoorLine[] {
  const byType = Map.groupBy(tickets, ({ ticketTypeId }) => ticketTypeId)
  const places = new Map(ticketTypes.map(({ id }, place) => [id, place]))
  return [...byType]
    .map(([ticketTypeId, { length: quantity }]) => ({ ticketTypeId, quantity }))
    .toSorted((one, other) => (places.get(one.ticketTypeId) ?? 0) - (places.get(other.ticketTypeId) ?? 0))
}
