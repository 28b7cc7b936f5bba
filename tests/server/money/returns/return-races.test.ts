import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CheckIn } from '#contracts/console/door/check-ins.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { ProviderUnavailable, RefundRefused } from '#server/money/providers/provider.ts'
import { openDevice } from '#tests/support/door.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openReturnFixture, type ReturnFixture } from '#tests/support/returns.ts'

let fixture: ReturnFixture

beforeEach(async () => {
  fixture = await openReturnFixture()
  await fixture.setRules({ days: 0 })
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const checkIn = (code: string) =>
  fixture.owner.ask<CheckIn>('POST', `/api/promoter/events/${fixture.shop.eventId}/check-ins`, {
    key: randomUUID(),
    body: { code },
  })

const stateAtDoor = async (ticketId: string): Promise<unknown> => {
  const answer = await openDevice(fixture.shop, fixture.owner.bearer ?? '').sync()
  return answer.data.tickets.find(([id]) => id === ticketId)?.[4]
}

const VALID = 0
const REFUNDED = 2

describe('a return', () => {
  it('and a scan of the same ticket at once: exactly one of them wins', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 8; round += 1) {
      const { order } = await fixture.buy()
      const [ticket] = order.tickets
      if (!ticket) throw new Error('The order has no ticket.')
      const give = () => fixture.giveTickets(order.id, [ticket.id], { expectedAmount: 26.75 })
      const scan = () => checkIn(ticket.token)
      const [returned, scanned] =
        round % 2 === 0
          ? await Promise.all([give(), scan()])
          : await Promise.all([scan(), give()]).then(([one, other]) => [other, one] as const)
      const isReturned = returned.status === 201
      const isAdmitted = scanned.data.verdict === 'valid'
      expect([isReturned, isAdmitted].filter(Boolean)).toHaveLength(1)
      outcomes.push(isReturned ? 'returned' : 'admitted')
    }
    expect(outcomes).toHaveLength(8)
  })

  it('and a refund by the promoter at once never refund more than was paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, intentId } = await fixture.buy()
      const [first] = order.tickets
      await Promise.all([
        fixture.giveTickets(order.id, [first?.id ?? ''], { expectedAmount: 26.75 }),
        fixture.refund(order.id),
      ])
      const { refunds } = await fixture.engine.intent(intentId)
      expect(refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(5450)
    }
  })

  it('is refused at the door at once, and survives a crash before the provider was asked', async () => {
    const { order } = await fixture.buy()
    const [first, second] = order.tickets.map(({ id, token }) => ({ id, token }))
    if (!first || !second) throw new Error('The order has no tickets.')
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('down')) })
    const key = randomUUID()
    const returned = await fixture.giveTickets(order.id, [first.id], { key })
    expect(returned.data.return.status).toBe('pending')
    expect(returned.data.order.tickets).toMatchObject([
      { status: 'void', isReturned: true },
      { status: 'valid' },
    ])
    expect((await checkIn(first.token)).data.verdict).toBe('refunded')
    expect((await checkIn(second.token)).data.verdict).toBe('valid')
    expect(await stateAtDoor(first.id)).toBe(REFUNDED)
    // The place is sold again only when the money has been refunded.
    expect(await fixture.shop.counters(fixture.ticketTypeId)).toMatchObject({ sold: 2 })
    mend()
    fixture.shop.clock.advance(60_000)
    await reconcilePayments(fixture.shop.context)
    expect(await fixture.shop.counters(fixture.ticketTypeId)).toMatchObject({ sold: 1 })
    expect(
      (await fixture.giveTickets(order.id, [first.id], { key, expectedAmount: 26.75 })).data.return.status,
    ).toBe('succeeded')
  })

  it('that the provider refuses makes the ticket valid again, and tells the buyer', async () => {
    const { order } = await fixture.buy()
    const [first] = order.tickets
    const mend = fixture.breakProvider({
      refund: () => Promise.reject(new RefundRefused('The card is closed.')),
    })
    const returned = await fixture.giveTickets(order.id, [first?.id ?? ''])
    mend()
    expect(returned.data.return.status).toBe('failed')
    expect(returned.data.order.tickets).toMatchObject([
      { status: 'valid', isReturned: false },
      { status: 'valid' },
    ])
    expect(await stateAtDoor(first?.id ?? '')).toBe(VALID)
    expect((await checkIn(first?.token ?? '')).data.verdict).toBe('valid')
    const mails = await fixture.shop.context.db.selectFrom('mails').select('kind').execute()
    expect(mails.map(({ kind }) => kind)).toContain('return_failed')
    expect(mails.map(({ kind }) => kind)).not.toContain('order_refunded')
  })
})
