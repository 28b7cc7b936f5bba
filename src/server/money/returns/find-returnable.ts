import { returnDeadline } from '#model/catalog/returns/return-rules.ts'
import type { ReturnRefusal } from '#model/money/returns/return-refusals.ts'
import type { OfferedReturnRule } from '#model/money/returns/plan-return.ts'
import { listReturnRules, type ReturnRuleRow } from '#server/sales/orders/return-rule-rows.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { findOrderView, type OrderViewRow } from '#server/sales/orders/order-rows.ts'

export interface ReturnableTicket {
  id: string
  eventId: string
  refusal: ReturnRefusal | null
  /** Rules that currently allow a return; empty if the ticket can't be returned. */
  rules: readonly OfferedReturnRule[]
  /** Latest deadline of `rules` in milliseconds; null if the ticket can't be returned. */
  until: number | null
}

/** Lists the tickets of an order, with the rules by which the buyer can return them now. */
export async function listReturnable(
  { clock }: Pick<Context, 'clock'>,
  trx: PipelinedTransaction,
  orderId: string,
): Promise<ReturnableTicket[]> {
  const [row, rows] = await Promise.all([findOrderView(trx, orderId), listReturnRules(trx, orderId)])
  if (!row) return []
  const now = clock.now()
  const events = new Map(rows.map((event) => [event.eventId, { event, rules: openRules(event, now) }]))
  return row.tickets.map((ticket): ReturnableTicket => {
    const { id, eventId } = ticket
    const found = events.get(eventId)
    const refusal = refusalOf(ticket, found)
    if (refusal || !found) return { id, eventId, refusal, rules: [], until: null }
    const until = Math.max(...found.rules.map((rule) => rule.until))
    return { id, eventId, refusal, rules: found.rules, until }
  })
}

function refusalOf(
  ticket: OrderViewRow['tickets'][number],
  found: { event: ReturnRuleRow; rules: readonly OfferedReturnRule[] } | undefined,
): ReturnRefusal | null {
  if (ticket.isReturned) return 'returned'
  if (ticket.status === 'void') return 'void'
  // The recipient didn't pay, so the buyer can't return the ticket.
  if (ticket.passedOnTo !== null) return 'passed_on'
  if (ticket.status === 'used') return 'admitted'
  if (!found) return 'not_offered'
  const { event, rules } = found
  if (event.status === 'cancelled') return 'event_cancelled'
  if (rules.length > 0) return null
  return event.days === null && !event.stored ? 'not_offered' : 'closed'
}

/**
 * Returns the rules whose deadline hasn't passed: the current rule, and the one that was stored with the order. If the
 * event's start has changed, the stored rule's deadline is the later one of the old and the new start. Nothing can be
 * returned after the new start.
 */
function openRules(event: ReturnRuleRow, now: number): (OfferedReturnRule & { until: number })[] {
  const { stored, days, feeBasisPoints, feeCents, returnsFees, refundAs, voucherInFull, timeZone } = event
  const beginsAt = event.beginsAt.getTime()
  const terms = { feeBasisPoints, feeCents, returnsFees, refundAs, voucherInFull }
  const current = days === null ? [] : [{ days, ...terms, begins: [beginsAt] }]
  const accepted = stored ? [{ ...stored, begins: [beginsAt, stored.beginsAtMs] }] : []
  return [...accepted, ...current]
    .map((rule) => {
      const deadlines = rule.begins.map((begin) => returnDeadline({ beginsAt: begin, timeZone }, rule.days))
      return {
        feeBasisPoints: rule.feeBasisPoints,
        feeCents: rule.feeCents,
        returnsFees: rule.returnsFees,
        refundAs: rule.refundAs,
        voucherInFull: rule.voucherInFull,
        until: Math.min(beginsAt, Math.max(...deadlines)),
      }
    })
    .filter(({ until }) => now < until)
}
