import * as z from 'zod/mini'

export const MAX_RETURN_DAYS = 365

/** How returns are refunded: in money, on a voucher, or as the buyer chooses. */
export const refundAs = z.enum(['money', 'voucher', 'choice'])
export type RefundAs = z.infer<typeof refundAs>

/** Refund rules of a returned ticket. */
export const returnMethod = z.enum(['money', 'voucher'])
export type ReturnMethod = z.infer<typeof returnMethod>

export const offersMethod = (as: RefundAs, method: ReturnMethod): boolean => as === 'choice' || as === method

/** An event's rule for returns by buyers (decision 75). Money in major units. */
export const returnRules = z.object({
  /** Last day for returns, in days before the event begins; 0: until doors open. */
  days: z.int(),
  /** Deducted of each ticket's price, in percent and as an amount. */
  feePercent: z.number(),
  feePerTicket: z.number(),
  /** Whether ticket and order fees are refunded. */
  returnsFees: z.boolean(),
  refundAs: z._default(refundAs, 'money'),
  /** Whether a voucher is without the deduction. */
  voucherInFull: z._default(z.boolean(), false),
})
export type ReturnRules = z.infer<typeof returnRules>

/** The rule on an event's page, with its deadline in ISO 8601. */
export const returnOffer = z.extend(returnRules, { until: z.string() })
export type ReturnOffer = z.infer<typeof returnOffer>

/** The event's begin, for returns: a ticket that a door may have admitted can't be returned. Milliseconds. */
export const beginOf = ({ startsAt, doorsAt }: { startsAt: Date; doorsAt: Date | null }): number =>
  Math.min(startsAt.getTime(), (doorsAt ?? startsAt).getTime())

/** Returns the end of the last day for returns at the venue; with 0 days, the begin. Milliseconds since the epoch. */
export function returnDeadline(event: { beginsAt: number; timeZone: string }, days: number): number {
  if (days === 0) return event.beginsAt
  const begin = Temporal.Instant.fromEpochMilliseconds(event.beginsAt).toZonedDateTimeISO(event.timeZone)
  return begin
    .toPlainDate()
    .subtract({ days: days - 1 })
    .toZonedDateTime(event.timeZone).epochMilliseconds
}
