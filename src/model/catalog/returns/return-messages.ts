import { formatDay, formatMoment, formatTime } from '#model/catalog/format-event.ts'
import type { ReturnOffer, ReturnRules } from './return-rules.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'

interface Returnable {
  returns: ReturnOffer | null
  currency: string
  timeZone: string
  doorsAt: string | null
}

/**
 * Explains an event's rule, such as 'You can return tickets until 3 May, for the full price minus €2.00 each.' '' for
 * an event without returns.
 */
export function returnRuleMessage(event: Returnable, now: number): string {
  const { returns, currency } = event
  if (!returns) return ''
  if (Date.parse(returns.until) <= now) return 'Tickets can no longer be returned.'
  const fees = returns.returnsFees ? '' : ' Fees aren’t refunded.'
  const method = methodSentence(returns)
  return `You can return tickets until ${lastDayOf(event, returns, now)}, for the full price${deductionOf(returns, currency)}.${fees}${method}`
}

function methodSentence(returns: ReturnRules): string {
  const { refundAs, voucherInFull } = returns
  const hasDeduction = returns.feePercent > 0 || returns.feePerTicket > 0
  const full = voucherInFull && hasDeduction ? ', without the deduction' : ''
  if (refundAs === 'money') return ''
  return refundAs === 'voucher'
    ? ` You get a voucher${full}.`
    : ` You can choose between a refund and a voucher${full}.`
}

function lastDayOf({ timeZone, doorsAt }: Returnable, { days, until }: ReturnOffer, now: number): string {
  if (days === 0) return doorsAt === null ? 'the event begins' : 'doors open'
  return formatLastDay(until, timeZone, now)
}

/**
 * Formats the last day, such as '28 November'; the deadline is the first moment of the next day. Adds the year unless
 * it is that of `now`.
 */
function formatLastDay(until: string, timeZone: string, now: number): string {
  const day = formatDay(new Date(Date.parse(until) - 1).toISOString(), timeZone)
  const thisYear = formatDay(new Date(now).toISOString(), timeZone).slice(-5)
  return day.endsWith(thisYear) ? day.slice(0, -thisYear.length) : day
}

/** Formats a deadline: '28 November', or 'Fri 4 Dec, 20:00' when it isn't the end of a day. */
export const formatReturnDeadline = (until: string, timeZone: string, now: number): string =>
  formatTime(until, timeZone) === '00:00'
    ? formatLastDay(until, timeZone, now)
    : formatMoment(until, timeZone, now)

function deductionOf({ feePercent, feePerTicket }: ReturnRules, currency: string): string {
  const parts = [
    ...(feePercent > 0 ? [`${feePercent}%`] : []),
    ...(feePerTicket > 0 ? [formatMoney(toCents(feePerTicket, currency), currency)] : []),
  ]
  return parts.length === 0 ? '' : ` minus ${parts.join(' and ')} each`
}

/**
 * Returns the sentences of a cart's events, at most one per event; with the event's title when there are several
 * events.
 */
export const returnRuleMessages = (
  events: readonly (Returnable & { title: string })[],
  now: number,
): string[] =>
  events.flatMap((event) => {
    const sentence = returnRuleMessage(event, now)
    if (sentence === '') return []
    return [events.length > 1 ? `${event.title}: ${sentence}` : sentence]
  })
