import { fail } from '#contracts/platform/errors.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { getOrderDetail as contract } from '#contracts/console/orders/orders.ts'
import { labelAnswers, questionLabelsOf } from '#model/sales/answers.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listEventChangedMailKeys } from '#server/catalog/event-changes/change-notification-rows.ts'
import { listCodesShownMailKeys } from '#server/catalog/codes/withheld-code-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findOrderFacts,
  listOrderChanges,
  listConsoleTickets,
  listMailsByFact,
  listOrderNotes,
  listRefundFacts,
  type ChangeFact,
  type OrderFacts,
  type RefundFact,
} from './order-facts-rows.ts'
import { toAcceptedLegalTexts } from '#server/sales/checkout/accepted-legal-texts.ts'
import { listOrderLegalTexts } from './order-legal-rows.ts'
import { findOrderView } from './order-rows.ts'
import { viewBoughtVoucher } from '#server/sales/voucher-sales/view-bought-voucher.ts'
import { orderTimeline } from '#server/sales/order-management/order-timeline.ts'
import { toOrder } from './order-view.ts'

export const getOrderDetail: UseCase<typeof contract, PromoterCall> = (context, { promoterId, params }) =>
  showOrder(context, { promoterId, orderId: params.id })

export async function showOrder(
  context: Context,
  find: { promoterId: string; orderId: string },
): Promise<Result<{ detail: OrderDetail }, 'NOT_FOUND'>> {
  const { db } = context
  const [facts, row, tickets, refunds, notes, changes, legal, boughtVoucher, otherFacts] = await Promise.all([
    findOrderFacts(db, find),
    findOrderView(db, find.orderId),
    listConsoleTickets(db, find.orderId),
    listRefundFacts(db, find.orderId),
    listOrderNotes(db, find.orderId),
    listOrderChanges(db, find),
    listOrderLegalTexts(db, find.orderId),
    viewBoughtVoucher(context, find.orderId),
    listOtherMailFacts(db, find.orderId),
  ])
  if (!facts || !row) return fail('NOT_FOUND')
  const [order, mails] = await Promise.all([
    toOrder(context, row),
    listMailsByFact(db, [...mailFactsOf(find.orderId, refunds, changes), ...otherFacts]),
  ])
  const { status, tickets: signed } = order
  const labels = questionLabelsOf(facts.questions)
  const seats = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return succeed({
    detail: {
      order,
      version: facts.version,
      linkId: row.linkId,
      ...extrasOf(facts, refunds),
      acceptedLegalTexts: toAcceptedLegalTexts(context, legal),
      tickets: signed.flatMap((ticket) => {
        const seat = seats.get(ticket.id)
        return seat ? [{ ...ticket, ...seat, answers: labelAnswers(labels, seat.answers) }] : []
      }),
      refunds: refunds.map((refund) => viewRefundFact(refund, facts.currency)),
      boughtVoucher,
      timeline: orderTimeline({ facts, status, expiresAt: row.expiresAt, refunds, notes, changes, mails }),
    },
  })
}

/** Facts of emails about the order's events, tickets and voucher. */
async function listOtherMailFacts(db: Context['db'], orderId: string): Promise<string[]> {
  const lists = await Promise.all([
    listEventChangedMailKeys(db, orderId),
    listCodesShownMailKeys(db, orderId),
  ])
  return [...lists.flat(), `voucher_delivered:${orderId}`]
}

const mailFactsOf = (
  orderId: string,
  refunds: readonly RefundFact[],
  changes: readonly ChangeFact[],
): string[] => [
  `order_confirmed:${orderId}`,
  ...refunds.flatMap(({ id }) => [`order_refunded:${id}`, `return_failed:${id}`, `refund_failed:${id}`]),
  ...changes
    .filter(({ action }) => MAILING_CHANGES.has(action))
    .flatMap(({ after }) => (typeof after?.['fact'] === 'string' ? [after['fact']] : [])),
]

/** Changes that send an email. Their log entries contain the email's `fact`. */
const MAILING_CHANGES: ReadonlySet<string> = new Set([
  'order.resent',
  'order.email_changed',
  'ticket.code_replaced',
  'ticket.offered',
  'ticket.passed_on',
])

type OrderExtras = Omit<
  OrderDetail,
  'order' | 'version' | 'linkId' | 'tickets' | 'refunds' | 'timeline' | 'acceptedLegalTexts' | 'boughtVoucher'
>

function extrasOf(facts: OrderFacts, refunds: readonly RefundFact[]): OrderExtras {
  const major = (cents: number): number => toMajor(cents, facts.currency)
  return {
    takenOutside: facts.takenOutside,
    paidAt: facts.paidAt?.toISOString() ?? null,
    answers: labelAnswers(questionLabelsOf(facts.questions), facts.answers),
    money: moneyOf(facts, sumWithheldOf(refunds)),
    refundsReturnFees: facts.refundsReturnFees,
    payment: facts.payment,
    disputes: facts.disputes.map(({ id, status, reason, amountCents, createdAt }) => ({
      id,
      status,
      reason,
      amount: major(amountCents),
      createdAt: new Date(createdAt).toISOString(),
    })),
    attribution: facts.link && {
      linkId: facts.link.id,
      linkName: facts.link.name,
      code: facts.link.code,
      memberName: facts.link.memberName,
      campaign: campaignOf(facts.campaign),
    },
  }
}

const sumWithheldOf = (refunds: readonly RefundFact[]): number =>
  refunds.reduce((sum, refund) => sum + refund.withheldCents, 0)

/**
 * Computes the order's amounts. An order of a voucher has `voucher` entries, although no voucher paid it. Amounts that
 * refunds couldn't credit to vouchers belong to the promoter, and their ledger transactions don't name the order, so they
 * are added here.
 */
function moneyOf(
  { balances, currency, takesVouchers }: OrderFacts,
  withheldCents: number,
): OrderDetail['money'] {
  const has = (account: string): number => balances[account] ?? 0
  const major = (cents: number): number => toMajor(cents, currency)
  return {
    paid: major(-has('buyer')),
    vouchers: major(takesVouchers ? withheldCents - has('vouchers') : 0),
    fees: major(has('platform_fees') + has('processor')),
    taxes: major(has('taxes') + has('platform_taxes')),
    commission: major(has('member_earnings')),
    // Vouchers that the promoter gave away aren't deducted, because they cost the promoter no money.
    yours: major(has('promoter') + has('outside') + has('voucher_grants') + withheldCents),
  }
}

const campaignOf = (campaign: OrderFacts['campaign']): string =>
  ['utmSource', 'utmMedium', 'utmCampaign']
    .map((key) => campaign?.[key])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' / ')

const viewRefundFact = (refund: RefundFact, currency: string) => ({
  id: refund.id,
  status: refund.status,
  amount: toMajor(refund.amountCents, currency),
  fees: toMajor(refund.feesCents, currency),
  currency,
  note: refund.note,
  createdAt: refund.createdAt.toISOString(),
  ...(refund.keptCents !== null && { kept: toMajor(refund.keptCents, currency) }),
  ...(refund.withheldCents > 0 && { withheld: toMajor(refund.withheldCents, currency) }),
})
