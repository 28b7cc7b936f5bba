import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type {
  CancelledEventRefundSum,
  RefundLimit,
  RefundRequest,
} from '#contracts/operator/refunds/refund-requests.ts'
import { carryOutCancellations } from '#server/jobs/carry-out-cancellations.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import type { Ask } from '#tests/support/ask.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openOperatorFixture, readMail, type OperatorFixture } from '#tests/support/operators.ts'
import { insertMember, openCustomer } from '#tests/support/people.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'

const PATH = '/api/operator/refund-requests'

let fixture: RefundFixture
let operator: OperatorFixture
let operate: Ask
beforeEach(async () => {
  fixture = await openRefundFixture()
  operator = await openOperatorFixture(fixture.shop.context)
  operate = operator.ask
})
afterEach(async () => {
  // The operator's session of tests has no refresh token, which would be reported.
  await sql`update sessions set revoked_at = now()`.execute(fixture.shop.context.db)
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const limit = (amount: number | null, more: object = {}) =>
  operate<{ limits: RefundLimit[] }>('PUT', '/api/operator/refund-limits', {
    body: { currency: 'EUR', limit: amount, ...more },
  })

const list = async (query = ''): Promise<RefundRequest[]> =>
  (await operate<{ requests: RefundRequest[] }>('GET', `${PATH}${query}`)).data.requests

const approve = (id: string) => operate<{ status: string }>('POST', `${PATH}/${id}/approve`)

const refuse = (id: string, reason = 'The buyer asked twice.') =>
  operate<{ id: string }>('POST', `${PATH}/${id}/refuse`, { body: { reason } })

const logged = async (noun: string): Promise<string[]> =>
  (
    await operate<{ entries: { message: string }[] }>('GET', `/api/operator/audit-log?action=${noun}`)
  ).data.entries.map(({ message }) => message)

const codes = (answers: readonly { success: boolean; error: { code: string } }[]): string[] =>
  answers.map(({ success, error }) => (success ? 'ok' : error.code)).toSorted()

/** Buys two tickets for 54.50 and requests a refund over a limit of 20. */
async function requestRefund(body?: unknown) {
  await limit(20)
  const { order, intentId } = await fixture.buy()
  const { data } = await fixture.refund(order.id, body)
  expect(data.refund.status).toBe('needs_approval')
  return { order, intentId, id: data.refund.id }
}

async function openOwner() {
  const { shop } = fixture
  const owner = await openCustomer(shop, { email: 'owner@example.com' })
  await insertMember(shop.context.db, {
    promoterId: shop.promoterId,
    accountId: owner.id,
    role: 'owner',
  })
  return owner
}

describe('the limit', () => {
  it('doesn’t exist until an operator sets it', async () => {
    const { order } = await fixture.buy()
    expect((await fixture.refund(order.id)).data.refund.status).toBe('succeeded')
  })

  it('counts all refunds of an order that nobody approved, so that it can’t be avoided by several', async () => {
    await limit(20)
    const { order } = await fixture.buy()
    expect((await fixture.refund(order.id, { amount: 12 })).data.refund.status).toBe('succeeded')
    expect((await fixture.refund(order.id, { amount: 8 })).data.refund.status).toBe('succeeded')
    expect((await fixture.refund(order.id, { amount: 0.01 })).data.refund.status).toBe('needs_approval')
  })

  it('of a promoter replaces the default, and other currencies have none', async () => {
    const { promoterId, context } = fixture.shop
    await limit(20)
    await limit(60, { promoterId })
    await limit(1, { currency: 'USD' })
    const other = await insertPromoter(context.db, 'Other')
    const { data } = await limit(5, { promoterId: other })
    expect(data.limits.map((each) => [each.promoter?.id, each.currency, each.limit])).toEqual([
      [undefined, 'EUR', 20],
      [undefined, 'USD', 1],
      [promoterId, 'EUR', 60],
      [other, 'EUR', 5],
    ])
    const { order } = await fixture.buy()
    expect((await fixture.refund(order.id)).data.refund.status).toBe('succeeded')
  })

  it('is removed with null, and each change is logged once', async () => {
    const { promoterId } = fixture.shop
    await limit(20)
    await limit(20)
    await limit(30, { promoterId })
    expect((await limit(null)).data.limits).toHaveLength(1)
    expect(await logged('refund_limit')).toEqual([
      expect.stringContaining('removed the refund limit of all promoters (default, EUR)'),
      expect.stringMatching(/set the refund limit of .* to 30 EUR per order$/),
      expect.stringContaining('set the refund limit of all promoters (default, EUR) to 20 EUR per order'),
    ])
    const { rows } = await sql<{ after: unknown; byOperator: boolean }>`
      select after, by_operator as "byOperator" from audit_log
      where promoter_id = ${promoterId} and action = 'refund_limit.changed'`.execute(fixture.shop.context.db)
    expect(rows).toEqual([{ after: { limit: { cents: 3000, currency: 'EUR' } }, byOperator: true }])
  })

  it('of an unknown promoter is not found', async () => {
    expect((await limit(1, { promoterId: randomUUID() })).error.code).toBe('NOT_FOUND')
    expect((await limit(-1)).error.code).toBe('VALIDATION_ERROR')
  })
})

describe('a refund over the limit', () => {
  it('moves nothing until it is approved, and is shown to the promoter', async () => {
    const owner = await openOwner()
    const { order, id } = await requestRefund({ all: true })
    expect((await fixture.read(order.id)).status).toBe('paid')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: -5450 })
    const detail = async (): Promise<OrderDetail> =>
      (await owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${order.id}`)).data.detail
    const before = await detail()
    expect(before.refunds).toMatchObject([{ id, status: 'needs_approval', amount: 54.5 }])
    expect(before.timeline.map(({ text }) => text)).toContain(
      'Refund of €54.50 requested, waiting for the platform’s approval',
    )
    expect(await list()).toMatchObject([
      { id, orderId: order.id, orderNumber: order.number, amount: 54.5, total: 54.5, buyer: 'Ada Lovelace' },
    ])
    expect((await approve(id)).data).toEqual({ status: 'succeeded' })
    expect((await fixture.read(order.id)).status).toBe('refunded')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
    expect((await detail()).refunds).toMatchObject([{ id, status: 'succeeded', amount: 54.5 }])
    expect(await list()).toEqual([])
  })

  it('is previewed as such', async () => {
    await limit(20)
    const owner = await openOwner()
    const { order } = await fixture.buy()
    const preview = async (amount: number) =>
      (
        await owner.ask<{ needsApproval: boolean }>(
          'POST',
          `/api/promoter/orders/${order.id}/refund-previews`,
          { body: { amount } },
        )
      ).data.needsApproval
    expect([await preview(20), await preview(20.01)]).toEqual([false, true])
  })

  it('emails the operators, and the requester the decision', async () => {
    const { context } = fixture.shop
    const owner = await openOwner()
    await limit(20)
    const [one, other] = [await fixture.buy(), await fixture.buy()]
    const request = (orderId: string) =>
      owner.ask<{ refund: { id: string } }>('POST', `/api/promoter/orders/${orderId}/refunds`, {
        body: { all: true, note: 'Ill' },
        key: randomUUID(),
      })
    const { id } = (await request(one.order.id)).data.refund
    const asked = await readMail(context, { kind: 'refund_requested', to: 'operator@example.com' })
    expect(asked?.subject).toContain('€54.50')
    expect(asked?.text).toContain(one.order.number)
    expect(asked?.text).toContain('Ill')
    await approve(id)
    expect(await readMail(context, { kind: 'refund_requested', to: 'operator@example.com' })).toBeUndefined()
    const approved = await readMail(context, { kind: 'refund_decided', to: owner.email })
    expect(approved?.subject).toBe('The refund of €54.50 was approved')
    fixture.shop.clock.advance(1000)
    await refuse((await request(other.order.id)).data.refund.id)
    const refused = await readMail(context, { kind: 'refund_decided', to: owner.email })
    expect(refused?.text).toContain('The buyer asked twice.')
  })

  it('that is refused leaves everything as it was, and another one can be requested', async () => {
    const { order, id } = await requestRefund({ amount: 30 })
    expect((await refuse(id, ' ')).error.code).toBe('VALIDATION_ERROR')
    expect((await refuse(id)).data).toEqual({ id })
    expect((await refuse(id)).error.code).toBe('REFUND_DECIDED')
    expect((await approve(id)).error.code).toBe('REFUND_DECIDED')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: -5450 })
    expect((await fixture.refund(order.id, { amount: 30 })).data.refund.status).toBe('needs_approval')
    expect(await logged('refund_request')).toEqual([
      expect.stringMatching(/refused the refund of 30 EUR for order .* of .*: “The buyer asked twice.”$/),
    ])
  })

  it('is carried out as it was requested: tickets, and without fees', async () => {
    await limit(20)
    const { order } = await fixture.buy()
    const [ticket] = order.tickets
    const { data } = await fixture.refund(order.id, { tickets: [ticket?.id], returnFees: false })
    expect(data.refund).toMatchObject({ status: 'needs_approval', amount: 25, fees: 0 })
    await approve(data.refund.id)
    const after = await fixture.read(order.id)
    expect(after.status).toBe('partially_refunded')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: -2950 })
  })

  it('isn’t needed for what was paid outside', async () => {
    await limit(0)
    const owner = await openOwner()
    const { data } = await owner.ask<{ detail: OrderDetail }>('POST', '/api/promoter/orders', {
      body: {
        items: [{ ticketTypeId: fixture.ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Ada', lastName: 'Lovelace' },
        takenOutside: 'cash',
      },
      key: randomUUID(),
    })
    expect((await fixture.refund(data.detail.order.id)).data.refund.status).toBe('succeeded')
  })

  it('needs approval from an operator who acts for the promoter, too', async () => {
    const { promoterId } = fixture.shop
    await limit(20)
    const { order } = await fixture.buy()
    await operate('POST', `/api/operator/promoters/${promoterId}/support`, {
      body: { reason: 'Helping out' },
    })
    const { data } = await operate<{ refund: { status: string } }>(
      'POST',
      `/api/promoter/orders/${order.id}/refunds`,
      { body: { all: true }, key: randomUUID(), promoter: promoterId },
    )
    expect(data.refund.status).toBe('needs_approval')
  })
})

describe('races and repetitions', () => {
  it('keep one request per order', async () => {
    await limit(20)
    const { order } = await fixture.buy()
    const answers = await Promise.all([fixture.refund(order.id), fixture.refund(order.id, { amount: 30 })])
    expect(codes(answers)).toEqual(['REFUND_WAITING', 'ok'])
    expect((await fixture.refund(order.id, { amount: 1 })).error.code).toBe('REFUND_WAITING')
    expect(await list()).toHaveLength(1)
  })

  it('of a request with the same key return the same refund, before and after the decision', async () => {
    await limit(20)
    const { order } = await fixture.buy()
    const key = randomUUID()
    const request = async () => (await fixture.refund(order.id, { all: true }, key)).data.refund
    const [one, same] = await Promise.all([request(), request()])
    expect(one).toEqual(same)
    const other = async () => (await fixture.refund(order.id, { amount: 30 }, key)).error.code
    expect(await other()).toBe('KEY_REUSED')
    await approve(one.id)
    expect(await other()).toBe('KEY_REUSED')
    expect(await request()).toMatchObject({ id: one.id, status: 'succeeded' })
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
  })

  it('of approvals refund once', async () => {
    const { order, id } = await requestRefund({ amount: 30 })
    expect(codes(await Promise.all([approve(id), approve(id), refuse(id)]))).toEqual([
      'REFUND_DECIDED',
      'REFUND_DECIDED',
      'ok',
    ])
    const { buyer } = await fixture.balances(order.id)
    expect([-5450, -2450]).toContain(buyer)
  })

  it('survive a provider that doesn’t respond', async () => {
    const { order, id } = await requestRefund()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(new ProviderUnavailable('down')) })
    expect((await approve(id)).data.status).toBe('pending')
    mend()
    fixture.shop.clock.advance(120_000)
    await reconcilePayments(fixture.shop.context)
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
  })
})

describe('a request of money that was refunded otherwise', () => {
  it('can’t be approved any more, only refused', async () => {
    const { intentId, id, order } = await requestRefund()
    await fixture.restore(intentId)
    await deliverSandboxEvents(fixture.shop.context)
    expect((await fixture.read(order.id)).status).toBe('refunded')
    expect((await approve(id)).error.code).toBe('REFUND_NOTHING_LEFT')
    expect((await refuse(id)).success).toBe(true)
  })

  it('refunds no more than what is left', async () => {
    const { order, id, intentId } = await requestRefund({ amount: 50 })
    await fixture.restore(intentId, 2000)
    await deliverSandboxEvents(fixture.shop.context)
    expect((await approve(id)).error.code).toBe('REFUND_TOO_MUCH')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: -3450 })
  })

  it('gives way to a cancelled event, whose refunds have no limit and are summed for operators', async () => {
    const owner = await openOwner()
    const { order, id } = await requestRefund()
    const { eventId, context } = fixture.shop
    const { data } = await owner.ask<{ event: { version: number } }>('GET', `/api/promoter/events/${eventId}`)
    const cancelled = await owner.ask('POST', `/api/promoter/events/${eventId}/cancel`, {
      body: { version: data.event.version, refund: true, note: 'Storm' },
    })
    expect(cancelled.error).toBeUndefined()
    await carryOutCancellations(context)
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
    expect((await approve(id)).error.code).toBe('REFUND_NOTHING_LEFT')
    const sums = await operate<{ sums: CancelledEventRefundSum[] }>('GET', '/api/operator/cancelled-refunds')
    expect(sums.data.sums).toMatchObject([{ orders: 1, amount: 54.5, currency: 'EUR' }])
  })

  it('is approved although the promoter was suspended since', async () => {
    const { order, id } = await requestRefund()
    const { promoterId } = fixture.shop
    await operate('POST', `/api/operator/promoters/${promoterId}/suspend`, { body: { reason: 'Fraud' } })
    expect((await approve(id)).data.status).toBe('succeeded')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
  })
})

describe('the list', () => {
  it('is narrowed by promoter, and closed to promoters', async () => {
    const { id } = await requestRefund()
    const { promoterId } = fixture.shop
    expect(await list(`?promoterId=${promoterId}`)).toMatchObject([{ id }])
    expect(await list(`?promoterId=${randomUUID()}`)).toEqual([])
    const owner = await openOwner()
    expect((await owner.ask('POST', `${PATH}/${id}/approve`)).error.code).toBe('FORBIDDEN')
    expect((await approve(randomUUID())).error.code).toBe('NOT_FOUND')
    expect((await approve('nonsense')).error.code).toBe('NOT_FOUND')
  })
})
