import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSandboxEngine,
  LATE_SETTLEMENT_MS,
  type SandboxEngine,
} from '#server/money/sandbox-engine/engine.ts'
import { listUndeliveredEvents } from '#server/money/sandbox-engine/event-rows.ts'
import type { EngineIntent } from '#server/money/sandbox-engine/intent-rows.ts'
import { SANDBOX_TRANSITIONS } from '#server/money/sandbox-engine/states.ts'
import { TEST_CARDS } from '#server/money/sandbox-engine/test-cards.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let engine: SandboxEngine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = createSandboxEngine({ db: database.db, clock })
})
afterAll(() => database.drop())

const newIntent = (): Promise<EngineIntent> =>
  engine.createIntent({ key: randomUUID(), amountCents: 5000, currency: 'EUR', metadata: {}, descriptor: '' })

type Deed = (intent: EngineIntent) => Promise<unknown>

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.constantFrom(...TEST_CARDS).map(
    ({ number }): Deed =>
      ({ id }) =>
        engine.confirm(id, { number, expiry: '12/30', cvc: '123' }),
  ),
  fc.boolean().map(
    (isApproved): Deed =>
      ({ id }) =>
        engine.answerChallenge(id, isApproved),
  ),
  fc.constant<Deed>(({ id }) => engine.cancel(id)),
  fc.integer({ min: 1, max: 5000 }).map(
    (amountCents): Deed =>
      ({ id: intentId }) =>
        engine.refund({ intentId, key: randomUUID(), amountCents, metadata: {} }),
  ),
  fc.constantFrom('won', 'lost').map(
    (as): Deed =>
      ({ disputes }) =>
        engine.closeDispute(disputes[0]?.id ?? '', as),
  ),
  fc.constant<Deed>(async () => {
    clock.advance(LATE_SETTLEMENT_MS)
    await engine.settle()
  }),
)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Expects an allowed state change, or the initial state. */
function expectSteps<Status extends string>(
  steps: Readonly<Record<Status, readonly Status[]>>,
  before: readonly { id: string; status: Status }[],
  after: readonly { id: string; status: Status }[],
): void {
  const moved = before.map(({ id, status }) => ({
    from: status,
    to: after.find((each) => each.id === id)?.status,
  }))
  for (const { from, to } of moved) expect([from, ...steps[from]]).toContain(to)
}

test('random operations follow the state tables, and refunds never exceed payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
      const { id } = await newIntent()
      for (const act of deeds) {
        const before = await engine.intent(id)
        await Promise.allSettled([act(before)])
        const after = await engine.intent(id)
        expectSteps(SANDBOX_TRANSITIONS.intent, [before], [after])
        expectSteps(SANDBOX_TRANSITIONS.refund, before.refunds, after.refunds)
        expectSteps(SANDBOX_TRANSITIONS.dispute, before.disputes, after.disputes)
        const given = after.refunds.filter(({ status }) => status !== 'failed')
        expect(after.refundedCents).toBe(sum(given.map(({ amountCents }) => amountCents)))
        expect(after.refundedCents).toBeLessThanOrEqual(after.amountCents)
        expect(after.feeCents === null).toBe(after.status !== 'succeeded')
      }
    }),
    { numRuns: 150 },
  )
})

test('every change emits an event, and nothing else does', async () => {
  await sql`delete from sandbox.events`.execute(database.db)
  const { id } = await newIntent()
  const pay = (number: string) => engine.confirm(id, { number, expiry: '12/30', cvc: '123' })
  await pay('4000000000000002')
  await pay('4000000000003220')
  await engine.answerChallenge(id, true)
  await pay('4242424242424242')
  await engine.cancel(id)
  const { id: refundId } = await engine.refund({
    intentId: id,
    key: 'told',
    amountCents: undefined,
    metadata: {},
  })
  await engine.refund({ intentId: id, key: 'told', amountCents: undefined, metadata: {} })
  const told = await listUndeliveredEvents(database.db, { now: new Date(clock.now()), limit: 100 })
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    'charge.refunded',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ])
  expect(told.find(({ type }) => type === 'charge.refunded')).toMatchObject({ intentId: id, refundId })
})

test('concurrent settlement happens once', async () => {
  await sql`delete from sandbox.events`.execute(database.db)
  const intents = await Promise.all(Array.from({ length: 120 }, newIntent))
  for (const { id } of intents)
    await engine.confirm(id, { number: '4000000000000077', expiry: '12/30', cvc: '123' })
  clock.advance(LATE_SETTLEMENT_MS)
  await Promise.all(Array.from({ length: 4 }, () => engine.settle()))
  const told = await listUndeliveredEvents(database.db, { now: new Date(clock.now()), limit: 1000 })
  expect(told.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(120)
})

test('numbers other than test cards are not stored', async () => {
  const { id } = await newIntent()
  await engine.confirm(id, { number: '4012 8888 8888 1881', expiry: '12/30', cvc: '123' })
  expect((await engine.intent(id)).card).toBeNull()
})

const cardThat = (disputes: boolean) => {
  const card = TEST_CARDS.find((each) => each.outcome === 'succeed' && (each.disputes ?? false) === disputes)
  return { number: card?.number ?? '', expiry: '12/30', cvc: '123' }
}

test('payments that are made together each get their own state, fee and dispute', async () => {
  const intents = await Promise.all(Array.from({ length: 6 }, newIntent))
  expect(new Set(intents.map(({ id }) => id)).size).toBe(6)
  await engine.cancel(intents[1]?.id ?? '')
  const paid = await Promise.all(intents.map(({ id }, index) => engine.confirm(id, cardThat(index === 2))))
  expect(paid.map(({ id }) => id)).toEqual(intents.map(({ id }) => id))
  expect(paid.map(({ status, feeCents, disputes }) => [status, feeCents, disputes.length])).toEqual([
    ['succeeded', 100, 0],
    ['cancelled', null, 0],
    ['succeeded', 100, 1],
    ['succeeded', 100, 0],
    ['succeeded', 100, 0],
    ['succeeded', 100, 0],
  ])
})

test('requests with the same key at the same time make one payment', async () => {
  const request = {
    key: randomUUID(),
    amountCents: 700,
    currency: 'EUR',
    metadata: { order: '1' },
    descriptor: 'shop',
  }
  const other = { ...request, key: randomUUID(), amountCents: 800 }
  const [one, again, second] = await Promise.all([request, request, other].map(engine.createIntent))
  expect(again).toEqual(one)
  expect(second).toMatchObject({ amountCents: 800, metadata: { order: '1' } })
  expect(second?.id).not.toBe(one?.id)
})

test('amounts above 32 bits are charged', async () => {
  const amountCents = 2 ** 31 + 100
  const request = { key: randomUUID(), amountCents, currency: 'JPY', metadata: {}, descriptor: '' }
  const { id } = await engine.createIntent(request)
  expect(await engine.confirm(id, cardThat(false))).toMatchObject({ status: 'succeeded', amountCents })
})

test('a payment that the database refuses fails alone', async () => {
  const request = { key: randomUUID(), amountCents: 700, currency: 'EUR', metadata: {}, descriptor: '' }
  const refused = { ...request, key: randomUUID(), descriptor: '\u0000' }
  const made = await Promise.allSettled([request, refused].map(engine.createIntent))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
