import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { OwnTerms, PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import type { ListedTerms, TermsOfCurrency, TermsOfPromoter } from '#contracts/operator/terms.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import type { Asking, Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter, insertTaxes, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findWrongRefunds } from '#tests/support/refund-invariants.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'
import { openTestPost } from '#tests/support/post.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const TERMS: PlatformTermsView = {
  ticketBaseFee: 0.5,
  ticketPercentageFee: '4%',
  ticketMinimum: 1,
  orderProcessingFee: 0.25,
  orderPercentageFee: '0%',
  processingFeePaidBy: 'platform',
  taxesRemittedBy: 'promoter',
}
const DAY_MS = 86_400_000

let fixture: ConsoleFixture
let bearer: string
beforeEach(async () => {
  fixture = await openConsoleFixture()
  bearer = await openStrongSession(fixture.context, await insertOperatorAccount(fixture.context))
})
afterEach(async () => {
  expect(await findWrongRefunds(fixture.context.db)).toEqual([])
  expect(await findReportProblems(fixture.context.db, fixture.promoterId)).toEqual([])
  await fixture.close()
})

const call = <Data>(method: string, path: string, request: Asking = {}): Promise<Answer<Data>> =>
  fixture.ask<Data>(method, `/api/operator${path}`, {
    host: 'localhost',
    bearer,
    key: randomUUID(),
    ...request,
  })
const ofPromoter = (path = ''): string => `/promoters/${fixture.promoterId}/terms${path}`
const setDefault = (change: object = {}) =>
  call<TermsOfCurrency>('POST', '/terms', { body: { ...TERMS, currency: 'EUR', ...change } })
const setOwn = (change: object = {}) =>
  call<TermsOfPromoter>('POST', ofPromoter(), { body: { ...TERMS, currency: 'EUR', ...change } })
const follow = (change: object = {}) =>
  call<TermsOfPromoter>('POST', ofPromoter('/default'), { body: { currency: 'EUR', ...change } })
const at = (days: number): string => new Date(fixture.clock.now() + days * DAY_MS).toISOString()

/** Sells a ticket for 25.00 without fees. */
async function sell(card: string = CARDS.good, total = 25): Promise<string> {
  const ticketTypeId = await insertTicketType(fixture.context.db, fixture)
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 1 })
  const placed = await fixture.checkout(cartId, total)
  await fixture.pay(placed.data.order.id, card)
  return placed.data.order.id
}

async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${orderId} group by account having sum(amount_cents) <> 0`.execute(fixture.context.db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const statuses = (changes: TermsOfCurrency['changes'] = []) => changes.map(({ status }) => status)

describe('terms', () => {
  test('apply from their time on, and orders keep those of their creation', async () => {
    const ticketTypeId = await insertTicketType(fixture.context.db, fixture)
    const cartId = newCartId()
    await fixture.hold(cartId, { [ticketTypeId]: 1 })
    const early = await fixture.checkout(cartId, 25)
    const changed = await setOwn({ effectiveFrom: at(1 / 1440) })
    expect(changed.data.currencies[0]).toMatchObject({
      followsDefault: true,
      changes: [{ status: 'upcoming' }],
    })
    fixture.clock.advance(DAY_MS / 1440)
    await fixture.pay(early.data.order.id, CARDS.good)
    expect((await balancesOf(early.data.order.id))['platform_fees'] ?? 0).toBeLessThanOrEqual(0)
    // 0.50 + 4% of 25.00 + 0.25, less the provider's fee of 63.
    const late = await balancesOf(await sell())
    expect(late).toMatchObject({ buyer: -2500, promoter: 2500 - 175 })
    expect(late['platform_fees']).toBe(175 - (late['processor'] ?? 0))
    const { data } = await call<TermsOfPromoter>('GET', ofPromoter())
    expect(data.currencies[0]).toMatchObject({
      terms: TERMS,
      followsDefault: false,
      changes: [{ status: 'current' }],
    })
  })

  test('of a promoter replace the default ones, until it returns to them', async () => {
    await setDefault({ ticketBaseFee: 1 })
    await setOwn({ ticketBaseFee: 2 })
    expect((await call<TermsOfPromoter>('GET', ofPromoter())).data.currencies[0]?.terms?.ticketBaseFee).toBe(
      2,
    )
    const { data } = await follow({ effectiveFrom: at(1 / 144) })
    expect(statuses(data.currencies[0]?.changes)).toEqual(['upcoming', 'current'])
    const own = () => fixture.owner.ask<OwnTerms>('GET', '/api/promoter/terms')
    expect((await own()).data.currencies).toMatchObject([
      {
        currency: 'EUR',
        terms: { ticketBaseFee: 2 },
        upcoming: [{ effectiveFrom: at(1 / 144), terms: { ticketBaseFee: 1 } }],
      },
    ])
    // A later change of the default is announced, too.
    await setDefault({ ticketBaseFee: 3, effectiveFrom: at(2 / 144) })
    expect((await own()).data.currencies[0]?.upcoming).toMatchObject([
      { terms: { ticketBaseFee: 1 } },
      { terms: { ticketBaseFee: 3 } },
    ])
    fixture.clock.advance(DAY_MS / 48)
    expect((await own()).data.currencies[0]).toMatchObject({ terms: { ticketBaseFee: 3 }, upcoming: [] })
  })

  test('of the same time: the later change applies, the earlier is replaced', async () => {
    await setDefault({ effectiveFrom: at(2) })
    const { data } = await setDefault({ effectiveFrom: at(2), ticketBaseFee: 9 })
    expect(data.changes.slice(0, 2)).toMatchObject([
      { status: 'upcoming', terms: { ticketBaseFee: 9 } },
      { status: 'replaced', terms: { ticketBaseFee: 0.5 } },
    ])
  })

  test('don’t change when a request is repeated, also at the same time', async () => {
    const change = { effectiveFrom: at(1) }
    const both = await Promise.all([setOwn(change), setOwn(change), setOwn({ effectiveFrom: at(2) })])
    expect(both.every(({ success }) => success)).toBe(true)
    const rows = await fixture.context.db
      .selectFrom('platform_terms')
      .select('id')
      .where('promoter_id', '=', fixture.promoterId)
      .execute()
    expect(rows.length).toBeLessThanOrEqual(2)
    await follow()
    expect((await call<TermsOfPromoter>('GET', ofPromoter())).data.currencies[0]?.followsDefault).toBe(true)
  })

  test('are listed with promoters and currencies without terms', async () => {
    await insertPromoter(fixture.context.db, 'Nordlys')
    await sql`update promoters set currency = 'SEK' where name = 'Nordlys'`.execute(fixture.context.db)
    await setOwn()
    const { data } = await call<ListedTerms>('GET', '/terms')
    expect(data.withoutTerms).toEqual(['SEK'])
    expect(data.promoters).toMatchObject([
      { promoter: { id: fixture.promoterId, name: 'Aurora' }, currencies: [{}] },
    ])
    expect(data.currencies.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'JPY', 'USD'])
  })

  test.each([
    ['an earlier time', { effectiveFrom: '2026-11-21T11:59:00Z' }, 'effectiveFrom'],
    ['a percentage that could be two', { ticketPercentageFee: 0.5 }, 'ticketPercentageFee'],
    ['a negative minimum', { ticketMinimum: -1 }, 'ticketMinimum'],
    ['no currency', { currency: 'euro' }, 'currency'],
    ['another payer', { processingFeePaidBy: 'buyer' }, 'processingFeePaidBy'],
  ])('with %s are refused', async (_, change, path) => {
    for (const answer of [await setDefault(change), await setOwn(change)])
      expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_ERROR', details: [{ path }] } })
  })

  test('of unknown promoters are not found', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '', { ...TERMS, currency: 'EUR' }],
        ['POST', '/default', { currency: 'EUR' }],
      ] as const)
        expect((await call(method, `/promoters/${id}/terms${path}`, body ? { body } : {})).error.code).toBe(
          'NOT_FOUND',
        )
  })

  test('are never changed or deleted in the database', async () => {
    await setOwn()
    for (const statement of ['update platform_terms set ticket_base_cents = 0', 'delete from platform_terms'])
      await expect(sql.raw(statement).execute(fixture.context.db)).rejects.toThrow('append-only')
  })
})

test('changes are in both logs, the promoter’s without the operator’s name', async () => {
  await setOwn({ effectiveFrom: at(3) })
  const log = await fixture.context.db
    .selectFrom('operator_log')
    .selectAll()
    .where('action', '=', 'terms.changed')
    .execute()
  expect(log).toMatchObject([
    {
      subject_id: fixture.promoterId,
      subject: 'Aurora',
      before: { ticketBaseFee: 0 },
      after: { ticketBaseFee: 0.5 },
    },
  ])
  const { data } = await fixture.owner.ask<{ entries: AuditEntry[] }>(
    'GET',
    '/api/promoter/audit-log?action=terms.changed',
  )
  expect(data.entries).toMatchObject([
    {
      actor: { kind: 'foyer', name: '' },
      subject: 'EUR',
      after: { ticketPercentageFee: '4%', effectiveFrom: at(3) },
    },
  ])
})

test('owners are emailed when and how their terms change', async () => {
  const server = await openMailServer()
  const post = openTestPost(fixture.context, server.url)
  await fixture.join('manager')
  await setOwn({ effectiveFrom: '2026-12-01T00:00:00Z', taxesRemittedBy: 'platform' })
  // Has terms of its own by then.
  await setDefault({ effectiveFrom: '2026-12-02T00:00:00Z' })
  await post.deliver()
  expect(server.arrived).toHaveLength(1)
  const [{ mail } = { mail: undefined }] = server.arrived
  expect(mail?.subject).toContain('is changing its share of Aurora’s orders')
  for (const text of [
    '1 December 2026 at 00:00 UTC',
    '€0.50 + 4%, at least €1.00',
    'remitted by the platform',
    'remitted by you',
  ])
    expect(mail?.text).toContain(text)
  await setDefault({ currency: 'EUR', ticketBaseFee: 7 })
  await post.deliver()
  expect(server.arrived).toHaveLength(2)
  expect(server.arrived[1]?.mail.text).toContain('€7.00 + 4%')
  await post.close()
  await server.close()
})

describe('the ledger', () => {
  const refund = (orderId: string, body: object) =>
    fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body })

  test('takes the provider’s fee from the promoter, by its terms', async () => {
    await setOwn({ processingFeePaidBy: 'promoter' })
    const balances = await balancesOf(await sell())
    expect(balances).toMatchObject({
      platform_fees: 175,
      promoter: 2500 - 175 - (balances['processor'] ?? 0),
    })
    expect(balances['processor']).toBeGreaterThan(0)
  })

  test('keeps taxes that the platform remits apart, through refunds and disputes', async () => {
    const { db } = fixture.context
    await setOwn({ taxesRemittedBy: 'platform', processingFeePaidBy: 'promoter' })
    const typeId = await insertTicketType(db, { ...fixture, priceCents: 1190 })
    await insertTaxes(db, {
      promoterId: fixture.promoterId,
      included: true,
      rounding: 'per_line',
      ticketTypes: { [typeId]: [['VAT', 190_000]] },
    })
    const buy = async (card: string): Promise<string> => {
      const cartId = newCartId()
      await fixture.hold(cartId, { [typeId]: 2 })
      const { id } = (await fixture.checkout(cartId, 23.8)).data.order
      await fixture.pay(id, card)
      return id
    }
    const refunded = await buy(CARDS.good)
    expect(await balancesOf(refunded)).toMatchObject({ platform_taxes: 380, platform_fees: 225 })
    const { rows } = await sql<{ id: string }>`select id from tickets where order_id = ${refunded}`.execute(
      db,
    )
    await refund(refunded, { tickets: [rows[0]?.id], returnFees: true })
    expect(await balancesOf(refunded)).toMatchObject({ buyer: -1190, platform_taxes: 190 })
    await refund(refunded, { all: true, returnFees: true })
    const { processor = 0, ...rest } = await balancesOf(refunded)
    expect(rest).toEqual({ promoter: -processor })
    const disputed = await buy('4000 0000 0000 0259')
    await deliverSandboxEvents(fixture.context)
    const balances = await balancesOf(disputed)
    expect(balances).not.toHaveProperty('platform_taxes')
    expect(balances).toMatchObject({ platform_fees: 225, promoter: -225 - (balances['processor'] ?? 0) })
  })

  test('keeps the share of a refund without fees, and returns it with fees', async () => {
    await insertTerms(fixture.context.db, { promoterId: fixture.promoterId, ticketBaseCents: 300 })
    const [kept, returned] = [await sell(), await sell()]
    await refund(kept, { all: true, returnFees: false })
    await refund(returned, { all: true, returnFees: true })
    expect(await balancesOf(kept)).toMatchObject({ promoter: -300 })
    expect(await balancesOf(returned)).not.toHaveProperty('promoter')
  })
})
