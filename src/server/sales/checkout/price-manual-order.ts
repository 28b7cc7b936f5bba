import type { quoteOrder } from '#contracts/console/orders/order-quotes.ts'
import type { CodeOf, InputOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { NO_FEES } from '#model/pricing/fees.ts'
import { calculateQuote, type Quote } from '#model/pricing/quote.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { ManualLineRow } from '#server/sales/order-management/manual-order-rows.ts'

export type ManualOrderInput = InputOf<typeof quoteOrder>['body']

export interface PricedManualOrder {
  lines: readonly ManualLineRow[]
  price: Quote
  currency: string
}

const MAX_ADMISSIONS = 200

export function mergeItems(items: ManualOrderInput['items']): ManualOrderInput['items'] {
  const quantities = new Map<string, number>()
  for (const { ticketTypeId, quantity } of items)
    quantities.set(ticketTypeId.toLowerCase(), (quantities.get(ticketTypeId.toLowerCase()) ?? 0) + quantity)
  return [...quantities].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
}

/**
 * Computes the price of a manual order: ticket prices plus taxes, without platform fees. A complimentary order gets a
 * discount of the full amount. `found`: ticket types of the merged items.
 */
export function priceManualOrder(
  { items, takenOutside }: ManualOrderInput,
  foundLines: readonly ManualLineRow[],
): Result<PricedManualOrder, CodeOf<typeof quoteOrder>> {
  const lines = items.flatMap(({ ticketTypeId, quantity }) => {
    const row = foundLines.find((each) => each.ticketTypeId === ticketTypeId)
    return row ? [{ ...row, quantity }] : []
  })
  const [first] = lines
  if (!first || lines.length < items.length) return fail('NOT_FOUND')
  if (lines.some((line) => line.eventStatus !== 'published' || !line.isPromoterActive))
    return fail('NOT_ON_SALE')
  if (lines.some((line) => line.currency !== first.currency)) return fail('MIXED_CART')
  if (lines.reduce((sum, line) => sum + line.quantity, 0) > MAX_ADMISSIONS)
    return fail('VALIDATION_ERROR', [{ path: 'items', message: 'An order can have at most 200 tickets.' }])
  const price = calculateQuote({
    lines: lines.map((line) => ({ ...line, tax: line.tax ?? undefined })),
    feeRuleOf: () => NO_FEES,
    discount: takenOutside === 'complimentary' ? { type: 'percentage', basisPoints: 10_000 } : undefined,
  })
  return succeed({ lines, price, currency: first.currency })
}
