import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_SHARES, saleShares, type Shares } from '#model/money/ledger.ts'
import { addShares, planRefund, sumShares, type RefundableOrder } from '#model/money/refunds.ts'
import { planReturn, type OpenReturnRule } from '#model/money/returns/plan-return.ts'

const FULL: OpenReturnRule = { feeBasisPoints: 0, feeCents: 0, returnsFees: true }
const ruleOf = (change: Partial<OpenReturnRule>): OpenReturnRule => ({ ...FULL, ...change })

/** Two tickets at 10.00 less 1.00 together, with 1.01 of fees, and 19% tax included; 0.99 per order and 4.50 for delivery. */
const order: RefundableOrder = {
  subtotalCents: 2000,
  discountCents: 100,
  ticketFeesCents: 101,
  orderFeesCents: 99,
  deliveryFeeCents: 450,
  platformShareCents: 131 + 99,
  taxCents: 303,
  taxIncluded: true,
  totalCents: 2000 - 100 + 101 + 99 + 450,
  lines: [
    {
      ticketTypeId: 'floor',
      quantity: 2,
      priceCents: 1000,
      ticketFeeCents: 101,
      platformShareCents: 131,
      discountCents: 100,
      taxCents: 303,
    },
  ],
  tickets: ['a', 'b'].map((id) => ({ id, isVoid: false })),
}

const give = (
  ids: readonly string[],
  rules: readonly OpenReturnRule[],
  { of = order, given = NO_SHARES }: { of?: RefundableOrder; given?: Shares } = {},
) =>
  planReturn(
    of,
    ids.map((id) => ({ id, rules })),
    { refunded: given },
  )

describe('a return', () => {
  it('refunds the discounted price and the ticket’s fee', () => {
    expect(sumShares(give(['a'], [FULL]).shares)).toBe(950 + 50)
  })

  it('deducts a percentage of the paid price, rounded half up, and an amount', () => {
    const { tickets, shares, kept } = give(['a'], [ruleOf({ feeBasisPoints: 333, feeCents: 50 })])
    expect(tickets).toMatchObject([{ refundedCents: 1000 - 32 - 50, keptCents: 82 }])
    expect(sumShares(shares) + sumShares(kept)).toBe(1000)
    expect(kept).toEqual({ promoterCents: 69, taxesCents: 13, feesCents: 0, platformCents: 0 })
  })

  it('never deducts more than the price', () => {
    expect(give(['a'], [ruleOf({ feeCents: 99_999 })]).tickets).toMatchObject([{ refundedCents: 50 }])
    const all = ruleOf({ feeCents: 99_999, returnsFees: false })
    expect(give(['a'], [all])).toMatchObject({ shares: NO_SHARES })
  })

  it('of the last ticket refunds order fee and delivery, unless fees are kept', () => {
    expect(give(['a', 'b'], [FULL])).toMatchObject({ otherCents: 99 + 450, shares: saleShares(order) })
    const { otherCents, shares } = give(['a', 'b'], [ruleOf({ returnsFees: false })])
    expect(otherCents).toBe(450)
    expect(shares.feesCents).toBe(0)
  })

  it('follows the rule that refunds more', () => {
    const rules = [ruleOf({ feeCents: 200 }), ruleOf({ feeBasisPoints: 1000 })]
    expect(give(['a'], rules).tickets).toMatchObject([{ keptCents: 95 }])
    expect(give(['a'], rules.toReversed()).tickets).toMatchObject([{ keptCents: 95 }])
  })

  it('leaves what earlier returns have kept to the promoter, whoever refunds the rest', () => {
    const first = give(['a'], [ruleOf({ feeCents: 200 })])
    const later = {
      ...order,
      tickets: [
        { id: 'a', isVoid: true },
        { id: 'b', isVoid: false },
      ],
      kept: first.kept,
    }
    const terms = { refunded: first.shares, returnsFees: true }
    const byTicket = planRefund(later, { ticketIds: ['b'] }, terms)
    const all = planRefund(later, { all: true }, terms)
    expect(
      typeof byTicket === 'string' ? byTicket : sumShares(first.shares) + sumShares(byTicket.shares),
    ).toBe(order.totalCents - 200)
    expect(typeof all === 'string' ? all : sumShares(first.shares) + sumShares(all.shares)).toBe(
      order.totalCents,
    )
  })

  it('in any order and by any rules never exceeds the payment of any party', () => {
    const rule = fc.record({
      feeBasisPoints: fc.nat({ max: 10_000 }),
      feeCents: fc.nat({ max: 2000 }),
      returnsFees: fc.boolean(),
    })
    const steps = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b'), rules: fc.array(rule, { minLength: 1, maxLength: 2 }) }),
      {
        maxLength: 2,
      },
    )
    fc.assert(
      fc.property(steps, (returns) => {
        let given = NO_SHARES
        let kept = NO_SHARES
        const gone = new Set<string>()
        for (const { id, rules } of returns) {
          if (gone.has(id)) continue
          const tickets = order.tickets.map((ticket) => ({ ...ticket, isVoid: gone.has(ticket.id) }))
          const plan = give([id], rules, { of: { ...order, tickets, kept }, given })
          expect(Math.min(...Object.values(plan.shares))).toBeGreaterThanOrEqual(0)
          given = addShares(given, plan.shares)
          kept = addShares(kept, plan.kept)
          gone.add(id)
        }
        const sold = saleShares(order)
        for (const party of ['promoterCents', 'taxesCents', 'feesCents', 'platformCents'] as const)
          expect(given[party] + kept[party]).toBeLessThanOrEqual(sold[party])
      }),
    )
  })
})
