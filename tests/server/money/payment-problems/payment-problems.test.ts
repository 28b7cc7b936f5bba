import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperatorDispute, PaymentProblemView } from '#contracts/operator/payment-problems.ts'
import { RefundRefused } from '#server/money/providers/provider.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { raisePaymentProblem } from '#server/money/payments/payment-problems.ts'
import type { Ask } from '#tests/support/ask.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'
import { openRefundFixture, type RefundFixture } from '#tests/support/refunds.ts'

const REFUSED = new RefundRefused('It is disputed.')
const DISPUTED = '4000 0000 0000 0259'

let fixture: RefundFixture
let operate: Ask
beforeEach(async () => {
  fixture = await openRefundFixture()
  const { context } = fixture.shop
  const bearer = await openStrongSession(context, await insertOperatorAccount(context))
  operate = (method, path, request) =>
    fixture.shop.ask<never>(method, path, { host: 'localhost', bearer, ...request })
})
afterEach(async () => {
  // The operator's session of tests has no refresh token, which would be reported.
  await sql`update sessions set revoked_at = now()`.execute(fixture.shop.context.db)
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const list = async (query = ''): Promise<PaymentProblemView[]> =>
  (await operate<{ troubles: PaymentProblemView[] }>('GET', `/api/operator/trouble${query}`)).data.troubles

const retry = (orderId: string, problem: string) =>
  operate<{ status: string }>('POST', `/api/operator/orders/${orderId}/trouble/retry`, { body: { problem } })

const handle = (
  orderId: string,
  problem: string,
  { note = 'Paid back by bank transfer', outcome = 'kept' }: { note?: string; outcome?: string | null } = {},
) =>
  operate('POST', `/api/operator/orders/${orderId}/trouble/handled`, {
    body: { problem, note, ...(outcome === null ? {} : { outcome }) },
  })

const logged = async (): Promise<string[]> =>
  (
    await operate<{ entries: { message: string }[] }>('GET', '/api/operator/audit-log?action=trouble')
  ).data.entries.map(({ message }) => message)

/** Buys two tickets and lets the provider refuse the refund. */
async function refuseRefund(body?: unknown) {
  const { order } = await fixture.buy()
  const mend = fixture.breakProvider({ refund: () => Promise.reject(REFUSED) })
  await fixture.refund(order.id, body)
  mend()
  return order
}

describe('a refund that failed', () => {
  it('is listed with what it needs, and retried once, in both logs', async () => {
    const order = await refuseRefund({ amount: 5 })
    const [trouble, ...others] = await list()
    expect(others).toEqual([])
    expect(trouble).toMatchObject({
      orderId: order.id,
      orderNumber: order.number,
      promoter: { id: fixture.shop.promoterId },
      buyer: 'Ada Lovelace',
      amount: 5,
      currency: 'EUR',
      since: new Date(fixture.shop.clock.now()).toISOString(),
      kind: 'refund_failed',
      canRetry: true,
      canMarkHandled: true,
    })
    expect(trouble?.problem).toContain('It is disputed.')
    expect(trouble?.needs).toContain('Retry the refund.')
    const problem = trouble?.problem ?? ''
    const answers = await Promise.all([retry(order.id, problem), retry(order.id, problem)])
    expect(
      answers.map(({ success, data, error }) => (success ? data.status : error.code)).toSorted(),
    ).toEqual(['TROUBLE_MOVED', 'succeeded'])
    expect(await list()).toEqual([])
    expect((await fixture.balances(order.id)).buyer).toBe(-4950)
    expect(await logged()).toEqual([expect.stringContaining(`retried the refund of order ${order.number}`)])
    const { rows } = await sql<{ action: string; by_operator: boolean }>`
      select action, by_operator from audit_log where action in ('trouble.retried', 'order.refunded') and by_operator order by action`.execute(
      fixture.shop.context.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['order.refunded', 'trouble.retried'])
  })

  it('that fails again is another problem', async () => {
    const order = await refuseRefund()
    const [first] = await list()
    const mend = fixture.breakProvider({ refund: () => Promise.reject(REFUSED) })
    expect((await retry(order.id, first?.problem ?? '')).data.status).toBe('failed')
    mend()
    const [second, ...others] = await list()
    expect(others).toEqual([])
    expect(second?.problem).not.toBe(first?.problem)
    expect((await retry(order.id, first?.problem ?? '')).error.code).toBe('TROUBLE_MOVED')
    expect((await retry(order.id, second?.problem ?? '')).data.status).toBe('succeeded')
    expect((await fixture.read(order.id)).status).toBe('refunded')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0 })
  })

  it('stays listed when nothing is left to refund', async () => {
    const order = await refuseRefund()
    const [trouble] = await list()
    await fixture.refund(order.id, { all: true, returnFees: false })
    expect((await retry(order.id, trouble?.problem ?? '')).error.code).toBe('REFUND_NOTHING_LEFT')
    expect(await list()).toHaveLength(1)
  })
})

describe('a problem settled outside', () => {
  it('is marked as handled with a note, once, and not reported again', async () => {
    const order = await refuseRefund()
    const [{ problem } = { problem: '' }] = await list()
    expect((await handle(order.id, problem, { note: ' ' })).error.code).toBe('VALIDATION_ERROR')
    expect((await handle(order.id, 'Another one.')).error.code).toBe('TROUBLE_MOVED')
    expect((await handle(order.id, problem)).success).toBe(true)
    expect((await handle(order.id, problem)).error.code).toBe('TROUBLE_MOVED')
    expect(await list()).toEqual([])
    const { context, clock } = fixture.shop
    const now = new Date(clock.now())
    expect(await raisePaymentProblem(context.db, { orderId: order.id, message: problem, now })).toEqual([])
    expect(await logged()).toEqual([
      expect.stringContaining(
        'as handled, with the money kept by the promoter: “Paid back by bank transfer”',
      ),
    ])
    expect((await retry(order.id, problem)).error.code).toBe('TROUBLE_MOVED')
  })

  it('needs an outcome after a refund that failed', async () => {
    const order = await refuseRefund()
    const [trouble] = await list()
    expect(trouble).toMatchObject({ needsOutcome: true })
    expect((await handle(order.id, trouble?.problem ?? '', { outcome: null })).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'outcome' }],
    })
    expect(await list()).toHaveLength(1)
  })

  it('is booked once as a refund when the platform has paid the buyer', async () => {
    const order = await refuseRefund({ amount: 5 })
    const [{ problem } = { problem: '' }] = await list()
    const before = await fixture.balances(order.id)
    const answers = await Promise.all([
      handle(order.id, problem, { outcome: 'refunded' }),
      handle(order.id, problem, { outcome: 'refunded' }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { db } = fixture.shop.context
    // As if it were reported again.
    await sql`update payments set trouble = trouble_handled`.execute(db)
    const again = await handle(order.id, problem, { outcome: 'refunded' })
    expect(again.success).toBe(true)
    const after = await fixture.balances(order.id)
    expect(after['buyer']).toBe((before['buyer'] ?? 0) + 500)
    expect(after['promoter']).toBeLessThan(before['promoter'] ?? 0)
    const { rows } = await sql`select from sandbox.refunds`.execute(db)
    expect(rows).toEqual([])
  })

  it('is booked with its fees and tickets, also when the provider isn’t connected any more', async () => {
    const order = await refuseRefund()
    const { db } = fixture.shop.context
    await sql`update payments set provider = 'stripe'`.execute(db)
    const [{ problem } = { problem: '' }] = await list()
    expect((await handle(order.id, problem, { outcome: 'refunded' })).success).toBe(true)
    await sql`update payments set provider = 'sandbox'`.execute(db)
    expect((await fixture.read(order.id)).status).toBe('refunded')
    expect(await fixture.balances(order.id)).toMatchObject({ buyer: 0, promoter: 0 })
  })

  it('isn’t booked when the buyer was refunded meanwhile', async () => {
    const order = await refuseRefund()
    const [{ problem } = { problem: '' }] = await list()
    await fixture.refund(order.id, { all: true, returnFees: false })
    expect((await handle(order.id, problem, { outcome: 'refunded' })).error.code).toBe('REFUND_NOTHING_LEFT')
    expect(await list()).toHaveLength(1)
    expect((await handle(order.id, problem, { outcome: 'kept' })).success).toBe(true)
  })

  it('isn’t one that clears by itself', async () => {
    const { order } = await fixture.buy()
    const problem = 'The order’s time is over and the provider is still settling its payment.'
    await sql`update payments set trouble = ${problem} where order_id = ${order.id}`.execute(
      fixture.shop.context.db,
    )
    expect(await list()).toMatchObject([
      { kind: 'still_processing', canRetry: false, canMarkHandled: false, amount: 54.5 },
    ])
    expect((await handle(order.id, problem)).error.code).toBe('TROUBLE_MOVED')
    expect((await retry(order.id, problem)).error.code).toBe('TROUBLE_MOVED')
  })

  it('can be a refund of a cancelled event, which is retried first', async () => {
    const { order } = await fixture.buy()
    const { db } = fixture.shop.context
    const { promoterId, eventId } = fixture.shop
    const problem =
      'The event was cancelled. This payment was made with a provider that is no longer connected.'
    await sql`
      insert into cancelled_orders (promoter_id, event_id, order_id, done_at, refused)
      values (${promoterId}, ${eventId}, ${order.id}, now(), true)`.execute(db)
    await sql`update payments set trouble = ${problem} where order_id = ${order.id}`.execute(db)
    expect(await list()).toMatchObject([{ kind: 'event_not_refunded', canRetry: true }])
    expect((await retry(order.id, problem)).data.status).toBe('succeeded')
    expect((await fixture.read(order.id)).status).toBe('refunded')
    expect(await list()).toEqual([])
  })
})

it('problems are listed by promoter, oldest first, in pages', async () => {
  const { db } = fixture.shop.context
  const { order } = await fixture.buy()
  await sql`update payments set trouble = 'Look.', trouble_since = '2026-11-01' where order_id = ${order.id}`.execute(
    db,
  )
  const other = await insertPromoter(db, 'Other')
  expect(await list(`?promoterId=${other}`)).toEqual([])
  expect(await list(`?promoterId=${fixture.shop.promoterId}`)).toHaveLength(1)
  expect((await operate('GET', '/api/operator/trouble?promoterId=nobody')).error.code).toBe('NOT_FOUND')
  expect((await operate('GET', '/api/operator/trouble?cursor=nothing')).error.code).toBe('VALIDATION_ERROR')
  const { data } = await operate<{ promoters: { id: string }[] }>('GET', '/api/operator/trouble/promoters')
  expect(data.promoters.map(({ id }) => id)).toEqual([fixture.shop.promoterId])
  await sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'N' || n, 'idempotency_key', n,
      'link_id', null))).* from orders o, generate_series(1, 30) n where o.id = ${order.id}`.execute(db)
  await sql`
    insert into payments select (jsonb_populate_record(p, jsonb_build_object('order_id', o.id, 'intent_id', o.id::text,
      'trouble_since', '2026-11-02'))).* from payments p, orders o where p.order_id = ${order.id} and o.id <> ${order.id}`.execute(
    db,
  )
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { troubles: PaymentProblemView[]; nextCursor: string | null } = (
      await operate<never>('GET', `/api/operator/trouble${cursor && `?cursor=${cursor}`}`)
    ).data
    seen.push(...page.troubles.map(({ orderId }) => orderId))
    cursor = page.nextCursor
  }
  expect(seen[0]).toBe(order.id)
  expect(new Set(seen).size).toBe(31)
  expect(seen).toHaveLength(31)
  await sql`delete from payments where order_id <> ${order.id}`.execute(db)
  await sql`delete from orders where id <> ${order.id}`.execute(db)
})

it('disputes are listed with their outcome, by status and promoter', async () => {
  const { context, promoterId } = fixture.shop
  const { order } = await fixture.buy(DISPUTED)
  await deliverSandboxEvents(context)
  const disputes = async (query = ''): Promise<OperatorDispute[]> =>
    (await operate<{ disputes: OperatorDispute[] }>('GET', `/api/operator/disputes${query}`)).data.disputes
  const [dispute] = await disputes()
  expect(dispute).toMatchObject({
    orderId: order.id,
    orderNumber: order.number,
    promoter: { id: promoterId },
    buyer: 'Ada Lovelace',
    amount: 54.5,
    currency: 'EUR',
    status: 'open',
    decidedAt: null,
  })
  await sql`update disputes set status = 'lost', updated_at = '2026-12-24'`.execute(context.db)
  expect(await disputes('?status=open')).toEqual([])
  expect(await disputes(`?status=lost&promoterId=${promoterId}`)).toMatchObject([
    { status: 'lost', decidedAt: '2026-12-24T00:00:00.000Z' },
  ])
  await sql`update disputes set status = 'open'`.execute(context.db)
})
