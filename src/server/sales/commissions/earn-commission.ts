import { commissionOf, mostSpecificRule, lineRevenue, type CommissionRule } from '#model/money/commissions.ts'
import { commissionEntries } from '#model/money/ledger.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import type { OrderItemRow, OrderRow } from '#server/sales/orders/order-rows.ts'
import { countSoldTickets, listCommissionRuleRows, lockCommissionMember } from './commission-rows.ts'
import type { EarningRow } from './earning-rows.ts'

export interface Commission {
  earnings: readonly EarningRow[]
  facts: readonly LedgerTransaction[]
}

const NONE: Commission = { earnings: [], facts: [] }

/**
 * Computes the commission of an order. Locks the selling member; call it before locking inventory. Skips free orders and
 * orders without a link.
 */
export async function earnCommission(
  trx: PipelinedTransaction,
  { order, items }: { order: OrderRow; items: readonly OrderItemRow[] },
): Promise<Commission> {
  const { id: orderId, promoterId, trackingLinkId: linkId } = order
  if (linkId === null || order.totalCents === 0) return NONE
  const memberId = await lockCommissionMember(trx, { orderId, promoterId, linkId })
  if (memberId === undefined) return NONE
  const eventIds = [...new Set(items.map((item) => item.eventId))]
  const rules = await listCommissionRuleRows(trx, { promoterId, memberId, eventIds })
  const sold = rules.some(({ terms }) => terms.kind === 'tiers')
    ? await countSoldTickets(trx, { promoterId, memberId, eventIds, orderId })
    : new Map<string, number>()
  const earnings = linesOf({ order, items, seller: { memberId, linkId }, rules, sold })
  return { earnings, facts: factsOf(order, memberId, earnings) }
}

function linesOf(sale: {
  order: OrderRow
  items: readonly OrderItemRow[]
  seller: { memberId: string; linkId: string }
  rules: readonly CommissionRule[]
  sold: ReadonlyMap<string, number>
}): EarningRow[] {
  const { order, items, seller, rules } = sale
  const sold = new Map(sale.sold)
  return items.flatMap((item, position): EarningRow[] => {
    const { eventId, ticketTypeId, quantity } = item
    const soldBefore = sold.get(eventId) ?? 0
    sold.set(eventId, soldBefore + quantity)
    const about = { memberId: seller.memberId, eventId, ticketTypeId, currency: order.currency }
    const rule = mostSpecificRule(rules, about)
    if (!rule || rule.approval === 'closed') return []
    const revenueCents = lineRevenue(item, order.taxIncluded)
    const amountCents = commissionOf(rule.terms, { revenueCents, quantity, soldBefore })
    if (amountCents === 0) return []
    const status = rule.approval === 'manual' ? 'waiting' : 'earned'
    const { id: orderId, promoterId } = order
    const counted = { quantity, revenueCents, amountCents, status } as const
    return [{ ...about, ...counted, promoterId, orderId, position, trackingLinkId: seller.linkId }]
  })
}

function factsOf(order: OrderRow, memberId: string, earnings: readonly EarningRow[]): LedgerTransaction[] {
  const cents = earnings
    .filter(({ status }) => status === 'earned')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { id: orderId, promoterId, currency } = order
  const entries = commissionEntries(memberId, cents)
  return [{ fact: `commission:${orderId}`, kind: 'commission', promoterId, orderId, currency, entries }]
}
