import { commissionOf, mostSpecificRule, lineRevenue } from '#model/money/commissions.ts'
import { commissionEntries, payoutEntries, type LedgerEntry } from '#model/money/ledger.ts'
import { aurora } from '#server/demo/aurora/aurora.ts'
import { deriveId } from '#server/demo/seeded-random.ts'
import { eventIdOf, promoterIdOf } from '#server/demo/demo-ids.ts'
import { demoMemberId } from '#server/demo/links.ts'
import { payoutRowsOf } from './payout-rows.ts'
import { createDemoCommissionRules } from '#server/demo/staff-rows.ts'

export interface LinkedSale {
  order: { id: string; currency: string; tax_included: boolean; paid_at: Date; status: string }
  linkId: string
  items: readonly {
    event_id: string
    ticket_type_id: string
    quantity: number
    price_cents: number
    discount_cents: number
    tax_cents: number
  }[]
  refunds: readonly { id: string; created_at: Date }[]
}

export function earningRowsOf(sales: readonly LinkedSale[], now: number) {
  const sold = new Map<string, number>()
  const earnings = sales
    .toSorted((one, other) => one.order.paid_at.getTime() - other.order.paid_at.getTime())
    .flatMap((sale) => linesOf(sale, sold))
  const facts = sales.flatMap((sale) => factsOf(sale, earnings))
  const done = eventIdOf({ slug: 'herbstrauschen' })
  const availableCents = earnings
    .filter((line) => line.event_id === done)
    .reduce((sum, line) => sum + line.amount_cents, 0)
  const { payouts, ...atProvider } = payoutRowsOf(availableCents, now)
  const paid = payouts.flatMap((payout): Fact[] => {
    const owner = { orderId: null, currency: payout.currency }
    const made = { ...owner, fact: `payout:${payout.id}`, kind: 'payout', at: payout.requested_at }
    const back = {
      ...owner,
      fact: `payout_failed:${payout.id}`,
      kind: 'payout_failed',
      at: payout.updated_at,
    }
    const entries = payoutEntries(demoMemberId(), payout.amount_cents)
    const undone = payoutEntries(demoMemberId(), -payout.amount_cents)
    return [{ ...made, entries }, ...(payout.status === 'refused' ? [{ ...back, entries: undone }] : [])]
  })
  return { earnings, payouts, ...atProvider, ...ledgerOf([...facts, ...paid]) }
}

function linesOf({ order, linkId, items }: LinkedSale, sold: Map<string, number>) {
  const rules = createDemoCommissionRules()
  const isGone = order.status === 'refunded'
  return items.flatMap((item, position) => {
    const { event_id, ticket_type_id, quantity } = item
    const soldBefore = sold.get(event_id) ?? 0
    if (!isGone) sold.set(event_id, soldBefore + quantity)
    const about = {
      memberId: demoMemberId(),
      eventId: event_id,
      ticketTypeId: ticket_type_id,
      currency: order.currency,
    }
    const rule = mostSpecificRule(rules, about)
    if (!rule) return []
    const line = {
      priceCents: item.price_cents,
      quantity,
      discountCents: item.discount_cents,
      taxCents: item.tax_cents,
    }
    const revenueCents = lineRevenue(line, order.tax_included)
    const amount_cents = commissionOf(rule.terms, { revenueCents, quantity, soldBefore })
    if (amount_cents === 0) return []
    return [
      {
        id: deriveId('earning', order.id, String(position)),
        promoter_id: promoterIdOf(aurora),
        member_id: demoMemberId(),
        order_id: order.id,
        position,
        event_id,
        ticket_type_id,
        tracking_link_id: linkId,
        quantity,
        revenue_cents: revenueCents,
        amount_cents,
        clawed_back_cents: isGone ? amount_cents : 0,
        currency: order.currency,
        status: rule.approval === 'manual' ? 'waiting' : 'earned',
        created_at: order.paid_at,
      },
    ]
  })
}

interface Fact {
  fact: string
  kind: string
  at: Date
  orderId: string | null
  currency: string
  entries: readonly LedgerEntry[]
}

function factsOf({ order, refunds }: LinkedSale, earnings: ReturnType<typeof linesOf>): Fact[] {
  const cents = earnings
    .filter((line) => line.order_id === order.id && line.status === 'earned')
    .reduce((sum, line) => sum + line.amount_cents, 0)
  const owner = { kind: 'commission', orderId: order.id, currency: order.currency }
  return [
    {
      ...owner,
      fact: `commission:${order.id}`,
      at: order.paid_at,
      entries: commissionEntries(demoMemberId(), cents),
    },
    ...refunds.map((refund) => ({
      ...owner,
      fact: `commission:refund:${refund.id}`,
      at: refund.created_at,
      entries: commissionEntries(demoMemberId(), -cents),
    })),
  ]
}

function ledgerOf(facts: readonly Fact[]) {
  const promoter_id = promoterIdOf(aurora)
  const moved = facts.filter((fact) => fact.entries.length > 0)
  return {
    transactions: moved.map(({ fact, kind, at, orderId, currency }) => ({
      id: deriveId('ledger', fact),
      promoter_id,
      order_id: orderId,
      fact,
      kind,
      currency,
      created_at: at,
    })),
    entries: moved.flatMap(({ fact, currency, entries }) =>
      entries.map(({ account, amountCents, memberId }, position) => ({
        transaction_id: deriveId('ledger', fact),
        position,
        promoter_id,
        account,
        member_id: memberId ?? null,
        currency,
        amount_cents: amountCents,
      })),
    ),
  }
}
