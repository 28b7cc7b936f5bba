import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_SHARES as NOTHING, saleShares } from '#model/money/ledger.ts'
import {
  addShares,
  disputedTaxes,
  planRefund,
  sumShares,
  decideRefundUpdate,
  type PlannedRefund,
  type RefundableOrder,
  type RefundTerms,
} from '#model/money/refunds.ts'

const FRESH: RefundTerms = { refunded: NOTHING, returnsFees: true }

/** Two tickets at 10.00 and one at 5.05, 1.00 discount on the first line, fees, and 19% tax included. */
const order: RefundableOrder = {
  subtotalCents: 2505,
  discountCents: 100,
  ticketFeesCents: 151,
  orderFeesCents: 99,
  deliveryFeeCents: 450,
  platformShareCents: 131 + 65 + 119,
  taxCents: 384,
  taxIncluded: true,
  totalCents: 2505 - 100 + 151 + 99 + 450,
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
    {
      ticketTypeId: 'stand',
      quantity: 1,
      priceCents: 505,
      ticketFeeCents: 50,
      platformShareCents: 65,
      discountCents: 0,
      taxCents: 81,
    },
  ],
  tickets: ['a', 'b', 'c'].map((id) => ({ id, isVoid: false })),
}

const planned = (plan: ReturnType<typeof planRefund>): PlannedRefund => {
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}

describe('a refund', () => {
  it('of the whole order returns everything', () => {
    const plan = planned(planRefund(order, { all: true }, FRESH))
    expect(plan).toEqual({ shares: saleShares(order), ticketIds: ['a', 'b', 'c'] })
    expect(sumShares(plan.shares)).toBe(order.totalCents)
  })

  it('excludes fees when the promoter keeps them', () => {
    const plan = planned(planRefund(order, { all: true }, { ...FRESH, returnsFees: false }))
    expect(sumShares(plan.shares)).toBe(order.totalCents - 151 - 99)
    expect(plan.shares.platformCents).toBe(0)
  })

  it('returns the platform’s share with the tickets, and the rest with the last one', () => {
    const two = planned(planRefund(order, { ticketIds: ['a', 'b'] }, FRESH))
    expect(two.shares.platformCents).toBe(131)
    const rest = { ...order, tickets: order.tickets.map((each) => ({ ...each, isVoid: each.id !== 'c' })) }
    const last = planned(planRefund(rest, { all: true }, { ...FRESH, refunded: two.shares }))
    expect(last.shares.platformCents).toBe(65 + 119)
    expect(sumShares(two.shares) + sumShares(last.shares)).toBe(order.totalCents)
  })

  it('by amount returns everything when it is everything left', () => {
    const all = planned(planRefund(order, { amountCents: order.totalCents }, FRESH))
    expect(all.shares).toEqual(saleShares(order))
  })

  it('by amount returns the share in proportion to the fees in it', () => {
    // Of 3,105, 250 are fees; the share is 315.
    const plan = planned(planRefund(order, { amountCents: 3105 - 100 }, FRESH))
    expect(plan.shares).toMatchObject({ feesCents: 150, platformCents: (315 * 150) / 250 })
    const without = { ...order, ticketFeesCents: 0, orderFeesCents: 0, totalCents: 3105 - 250 }
    const most = planned(planRefund(without, { amountCents: 3105 - 251 }, FRESH))
    expect(most.shares.platformCents).toBe(0)
    const rest = planned(planRefund(without, { amountCents: 1 }, { ...FRESH, refunded: most.shares }))
    expect(rest.shares.platformCents).toBe(315)
  })

  it('of one ticket is its price less its share of the discount, its fee and tax', () => {
    // 10.00 − 0.50, of which 1.51 is tax; 0.50 of the line's 1.01 fees.
    expect(planned(planRefund(order, { ticketIds: ['a'] }, FRESH)).shares).toEqual({
      promoterCents: 950 - 151,
      taxesCents: 151,
      feesCents: 50,
      platformCents: 65,
    })
    expect(planned(planRefund(order, { ticketIds: ['b'] }, FRESH)).shares).toEqual({
      promoterCents: 950 - 152,
      taxesCents: 152,
      feesCents: 51,
      platformCents: 66,
    })
  })

  it('by amount is split between promoter and taxes in proportion, and voids no ticket', () => {
    const plan = planned(planRefund(order, { amountCents: 500 }, FRESH))
    expect(plan.ticketIds).toEqual([])
    // Of the 2,855 without fees, 384 are tax.
    expect(plan.shares).toEqual({
      promoterCents: 500 - 67,
      taxesCents: 67,
      feesCents: 0,
      platformCents: 0,
    })
  })

  it.each([
    ['more than is left', { amountCents: order.totalCents + 1 }, 'TOO_MUCH'],
    ['nothing', { amountCents: 0 }, 'NOTHING_LEFT'],
    ['a ticket of another order', { ticketIds: ['z'] }, 'NOTHING_LEFT'],
    ['no ticket', { ticketIds: [] }, 'NOTHING_LEFT'],
  ] as const)('refuses %s', (_, wish, refusal) => {
    expect(planRefund(order, wish, FRESH)).toBe(refusal)
  })

  it('of everything returns what void tickets have left, once', () => {
    const tickets = order.tickets.map((each) => ({ ...each, isVoid: true }))
    const returned = { ...order, tickets }
    const plan = planned(
      planRefund(returned, { all: true }, { ...FRESH, refunded: { ...FRESH.refunded, promoterCents: 100 } }),
    )
    expect(plan.ticketIds).toEqual([])
    expect(sumShares(plan.shares)).toBe(order.totalCents - 100)
    expect(planRefund(returned, { all: true }, { ...FRESH, refunded: saleShares(order) })).toBe(
      'NOTHING_LEFT',
    )
  })

  it('refuses a void ticket', () => {
    const later = { ...order, tickets: order.tickets.map((each) => ({ ...each, isVoid: each.id === 'a' })) }
    expect(planRefund(later, { ticketIds: ['a'] }, FRESH)).toBe('NOTHING_LEFT')
  })
})

const cents = (max: number) => fc.integer({ min: 0, max })

/** A random order whose parts add up, with taxes included or added. */
const anyOrder = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 5 }),
        priceCents: cents(50_000),
        ticketFeeCents: cents(900),
        platformShareCents: cents(900),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    discountPercent: cents(100),
    taxPercent: cents(30),
    orderFeesCents: cents(500),
    deliveryFeeCents: cents(900),
    platformOrderCents: cents(500),
    taxIncluded: fc.boolean(),
  })
  .map((parts): RefundableOrder => {
    const lines = parts.lines.map((line, index) => {
      const gross = line.priceCents * line.quantity
      const discountCents = Math.floor((gross * parts.discountPercent) / 100)
      const taxCents = Math.floor(((gross - discountCents) * parts.taxPercent) / (100 + parts.taxPercent))
      return { ...line, ticketTypeId: String(index), discountCents, taxCents }
    })
    const sum = (of: (line: (typeof lines)[number]) => number): number =>
      lines.reduce((all, line) => all + of(line), 0)
    const amounts = {
      subtotalCents: sum((line) => line.priceCents * line.quantity),
      discountCents: sum((line) => line.discountCents),
      ticketFeesCents: sum((line) => line.ticketFeeCents),
      taxCents: sum((line) => line.taxCents),
      orderFeesCents: parts.orderFeesCents,
      deliveryFeeCents: parts.deliveryFeeCents,
      platformShareCents: sum((line) => line.platformShareCents) + parts.platformOrderCents,
    }
    const { taxIncluded } = parts
    return {
      ...amounts,
      taxIncluded,
      totalCents:
        amounts.subtotalCents -
        amounts.discountCents +
        amounts.ticketFeesCents +
        amounts.orderFeesCents +
        amounts.deliveryFeeCents +
        (taxIncluded ? 0 : amounts.taxCents),
      lines,
      tickets: Array.from({ length: sum((line) => line.quantity) }, (_, seat) => ({
        id: String(seat),
        isVoid: false,
      })),
    }
  })

it('in any combination never exceeds the payment, and can reach all of it', () => {
  fc.assert(
    fc.property(
      anyOrder,
      fc.array(
        fc.oneof(fc.record({ seat: cents(30) }), fc.record({ percent: fc.integer({ min: 1, max: 100 }) })),
        {
          maxLength: 12,
        },
      ),
      fc.boolean(),
      (start, wishes, returnsFees) => {
        let given = NOTHING
        let now = start
        for (const wish of [...wishes, undefined]) {
          const asked =
            wish === undefined
              ? ({ all: true } as const)
              : 'seat' in wish
                ? { ticketIds: [String(wish.seat)] }
                : { amountCents: Math.floor((start.totalCents * wish.percent) / 100) }
          const plan = planRefund(now, asked, { refunded: given, returnsFees })
          if (typeof plan === 'string') continue
          expect(Math.min(...Object.values(plan.shares))).toBeGreaterThanOrEqual(0)
          given = addShares(given, plan.shares)
          now = {
            ...now,
            tickets: now.tickets.map((each) => ({
              ...each,
              isVoid: each.isVoid || plan.ticketIds.includes(each.id),
            })),
          }
        }
        const paid = saleShares(start)
        const owed = returnsFees ? sumShares(paid) : sumShares(paid) - paid.feesCents
        // After refunds of single tickets, the last one gets the remainder.
        expect(sumShares(given)).toBe(owed)
        expect(given.platformCents).toBe(returnsFees ? paid.platformCents : 0)
      },
    ),
    { numRuns: 500 },
  )
})

describe('a disputed amount', () => {
  it.each([
    [3105, 384, 384],
    [1000, 384, 123],
    [3105, 100, 100],
    [3105, -5, 0],
  ])('of %i with taxes of %i left takes %i of them', (amountCents, leftCents, taxesCents) => {
    expect(disputedTaxes(order, amountCents, leftCents)).toBe(taxesCents)
  })
})

describe('updates of a refund', () => {
  const standing = (status: 'pending' | 'succeeded' | 'failed', providerRefundId: string | null) => ({
    status,
    providerRefundId,
  })
  const told = (status: 'pending' | 'succeeded' | 'failed', id: string | null) => ({ status, id })

  it.each([
    ['pending', null, 'succeeded', 're_1', 'record'],
    ['pending', null, 'pending', 're_1', 'record'],
    ['pending', null, 'failed', null, 'fail'],
    ['pending', null, 'failed', 're_1', 'fail'],
    ['succeeded', 're_1', 'succeeded', 're_1', 'nothing'],
    ['succeeded', 're_1', 'failed', 're_1', 'fail'],
    // A refusal of another request for the same refund.
    ['succeeded', 're_1', 'failed', null, 'nothing'],
    ['failed', null, 'failed', null, 'nothing'],
    ['failed', null, 'succeeded', 're_1', 'record after all'],
    // Older than the bank's response.
    ['failed', 're_1', 'succeeded', 're_1', 'nothing'],
  ] as const)('%s (%s) after an update of %s (%s): %s', (...[status, providerRefundId, heard, id, turn]) => {
    expect(decideRefundUpdate(standing(status, providerRefundId), told(heard, id))).toBe(turn)
  })
})
