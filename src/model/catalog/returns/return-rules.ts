import * as z from 'zod/mini'

export const MAX_RETURN_DAYS = 365

/** How returns can be refunded: in money, as a voucher, or as the buyer chooses. */
export const refundAs = z.enum(['money', 'voucher', 'choice'])
export type RefundAs = z.infer<typeof refundAs>

export const returnMethod = z.enum(['money', 'voucher'])
export type ReturnMethod = z.infer<typeof returnMethod>

export const offersMethod = (as: RefundAs, method: ReturnMethod): boolean => as === 'choice' || as === method

/** An event's rule for returns by buyers (decision 75). Money is in major units. */
export const returnRules = z.object({
  /** Last day for returns, in days before the event starts. 0 means until doors open. */
  days: z.int(),
  /** Deducted from each ticket's price, as a percentage plus an amount. */
  feePercent: z.number(),
  feePerTicket: z.number(),
  /** Whether ticket and order fees are refunded. */
  returnsFees: z.boolean(),
  refundAs: z._default(refundAs, 'money'),
  /** True when there is no deduction for refunds as a voucher. */
  voucherInFull: z._default(z.boolean(), false),
})
export type ReturnRules = z.infer<typeof returnRules>

/** The rule as shown on an event's page, with its deadline in ISO 8601. */
export const returnOffer = z.extend(returnRules, { until: z.string() })
export type ReturnOffer = z.infer<typeof returnOffer>

/**
 * Start of the event for returns, in milliseconds: the earlier of start and doors, because a ticket that may have
 * been admitted can't be returned.
 */
export const admissionStart = ({ startsAt, doorsAt }: { startsAt: Date; doorsAt: Date | null }): number =>
  Math.min(startsAt.getTime(), (doorsAt ?? startsAt).getTime())

/**
 * Returns the end of the last day for returns in the venue's time zone, in milliseconds since the epoch. With 0 days,
 * returns the start of the event.
 */
export function returnDeadline(event: { beginsAt: number; timeZone: string }, days: number): number {
  if (days === 0) return event.beginsAt
  const begin = Temporal.Instant.fromEpochMilliseconds(event.beginsAt).toZonedDateTimeISO(event.timeZone)
  return begin
    .toPlainDate()
    .subtract({ days: days - 1 })
    .toZonedDateTime(event.timeZone).epochMilliseconds
}
