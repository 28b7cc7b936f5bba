import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { settlePromoters } from '#server/jobs/settlements/settle-promoters.ts'
import { FAILING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { BalanceInsufficient, PayeeRefused, ProviderUnavailable } from '#server/money/providers/provider.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hear, insertLink, insertRule, openSeller, sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

/** Sells tickets at €25.00 for another event, tomorrow. Returns the order's id. */
async function sellNext(quantity: number): Promise<string> {
  const { promoterId, context, clock } = fixture.shop
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date(clock.now() + 86_400_000) })
  const typeId = await insertTicketType(context.db, { promoterId, eventId })
  return (await sell(fixture.shop, { linkId: null, wishes: { [typeId]: quantity }, total: quantity * 25 })).id
}

const settleAndPay = async (): Promise<void> => {
  await settlePromoters(fixture.shop.context)
  await sendSettlements(fixture.shop.context)
  await hear(fixture.shop)
  await hear(fixture.shop)
}

describe('a settlement', () => {
  it('by schedule is sent, paid and notified, with an exact statement', async () => {
    await fixture.openAccount()
    const refunded = await fixture.sellTickets(2)
    await fixture.sellTickets(2)
    await fixture.refund(refunded)
    await fixture.endEvent()
    await settlePromoters(fixture.shop.context)
    const [settlement] = await fixture.settlements()
    expect(settlement).toMatchObject({
      number: 1,
      amount: 50,
      status: 'open',
      method: 'provider',
      requestedBy: null,
    })
    expect(await fixture.balance()).toMatchObject({ balance: 0, available: 0, underway: 50 })
    await sendSettlements(fixture.shop.context)
    await hear(fixture.shop)
    await hear(fixture.shop)
    expect(await fixture.settlements()).toMatchObject([{ status: 'paid', amount: 50 }])
    expect(await fixture.balance()).toMatchObject({ underway: 0, paid: 50 })
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
    expect(await fixture.mails()).toEqual(['settlement_paid', 'settlement_sent'])
    const statement = await fixture.statement(settlement?.id ?? '')
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 0, notDue: 0, reserve: 0 })
    expect(statement.lines.filter(({ kind }) => kind !== 'provider_fees')).toEqual([
      { kind: 'sales', amount: 100 },
      { kind: 'refunds', amount: -50 },
      { kind: 'settlement', amount: -50 },
    ])
    const entries = await fixture.entries(settlement?.id ?? '')
    expect(entries.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-50, 0, 50])
  })

  it('runs once a day, however many nodes there are', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    await Promise.all([1, 2, 3].map(() => settlePromoters(fixture.shop.context)))
    expect(await fixture.settlements()).toHaveLength(1)
    await sendSettlements(fixture.shop.context)
    const id = await sellNext(2)
    await settlePromoters(fixture.shop.context)
    expect(await fixture.settlements()).toHaveLength(1)
    await fixture.refund(id)
    await fixture.days(1)
    await settlePromoters(fixture.shop.context)
    expect(await fixture.settlements()).toHaveLength(1)
    await sellNext(3)
    await fixture.days(6)
    await settlePromoters(fixture.shop.context)
    expect(await fixture.settlements()).toMatchObject([{ number: 2, amount: 75 }, { number: 1 }])
  })

  it('on request is created once per key, and once at a time', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    expect((await fixture.request()).error.code).toBe('SETTLEMENT_NOTHING_AVAILABLE')
    await fixture.endEvent()
    const key = randomUUID()
    const [one, other] = await Promise.all([fixture.request(key), fixture.request(key)])
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.data.settlement).toEqual(other.data.settlement)
    expect((await fixture.request()).error.code).toBe('SETTLEMENT_OPEN')
    expect(await fixture.settlements()).toMatchObject([{ amount: 50, requestedBy: 'Ada Lovelace' }])
    await sql`insert into settlements (id, promoter_id, number, currency, amount_cents, promoter_cents, taxes_cents, method, idempotency_key,
        opening_balance_cents, closing_balance_cents, not_due_cents, reserve_cents, created_at, updated_at, status)
      select gen_random_uuid(), promoter_id, 99, 'USD', 1, 1, 0, 'bank', 'other', 0, 0, 0, 0, now(), now(), 'cancelled' from settlements`.execute(
      fixture.shop.context.db,
    )
    expect((await fixture.request('other')).error.code).toBe('KEY_REUSED')
    await sql`delete from settlements where number = 99`.execute(fixture.shop.context.db)
  })

  it('needs a method and a ready account', async () => {
    await fixture.sellTickets(2)
    await fixture.endEvent()
    expect((await fixture.request()).error.code).toBe('SETTLEMENT_METHOD_MISSING')
    expect((await fixture.put({ method: 'provider' })).error.code).toBe('PAYOUT_ACCOUNT_MISSING')
    await fixture.owner.ask('POST', '/api/promoter/settlement-account')
    expect((await fixture.put({ method: 'provider' })).status).toBe(200)
    expect((await fixture.request()).error.code).toBe('PAYOUT_ACCOUNT_NOT_READY')
    await fixture.days(1)
    await settlePromoters(fixture.shop.context)
    expect(await fixture.settlements()).toEqual([])
    await fixture.openAccount()
    await settlePromoters(fixture.shop.context)
    expect(await fixture.settlements()).toMatchObject([{ amount: 50 }])
  })

  it('waits during a hold, also when it was created before', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    expect((await fixture.request()).status).toBe(201)
    expect((await fixture.putRules({ isHeld: true, holdReason: '' })).error.code).toBe('VALIDATION_ERROR')
    await fixture.putRules({ isHeld: true, holdReason: 'We need your passport.' })
    await sendSettlements(fixture.shop.context)
    expect(await fixture.settlements()).toMatchObject([{ status: 'open' }])
    const held = await fixture.request()
    expect(held.error).toMatchObject({
      code: 'SETTLEMENT_HELD',
      details: { reason: 'We need your passport.' },
    })
    await fixture.putRules({ isHeld: false })
    await sendSettlements(fixture.shop.context)
    expect(await fixture.settlements()).toMatchObject([{ status: 'sent' }])
  })

  it('waits while a change of bank details was undone, also when it was created before', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    expect((await fixture.request()).status).toBe(201)
    const { promoterId, context } = fixture.shop
    await sql`insert into bank_account_holds (promoter_id, since) values (${promoterId}, now())`.execute(
      context.db,
    )
    await sendSettlements(context)
    expect(await fixture.settlements()).toMatchObject([{ status: 'open' }])
    await sql`delete from bank_account_holds`.execute(context.db)
    await sendSettlements(context)
    expect(await fixture.settlements()).toMatchObject([{ status: 'sent' }])
  })

  it('refused by the provider is booked back and shown on the next statement', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    const repair = fixture.breakPayees({
      transfer: () => Promise.reject(new PayeeRefused('Your account is closed.')),
    })
    await fixture.request()
    await sendSettlements(fixture.shop.context)
    repair()
    expect(await fixture.settlements()).toMatchObject([
      { status: 'failed', reason: 'Your account is closed.' },
    ])
    expect(await fixture.balance()).toMatchObject({ balance: 50, available: 50, underway: 0 })
    const { data } = await fixture.request()
    await sendSettlements(fixture.shop.context)
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
    const statement = await fixture.statement(data.settlement.id)
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 0 })
    expect(statement.lines).toEqual([
      { kind: 'settlements_returned', amount: 50 },
      { kind: 'settlement', amount: -50 },
    ])
    const entries = await fixture.entries(data.settlement.id)
    expect(entries.map(({ note }) => note).toSorted()).toEqual(['', 'Your account is closed.'])
  })

  it('returned by the bank fails, and its money at the provider is used first', async () => {
    await fixture.openAccount(FAILING_TEST_ACCOUNT)
    await fixture.sellTickets(2)
    await fixture.endEvent()
    await settleAndPay()
    expect(await fixture.settlements()).toMatchObject([{ status: 'failed' }])
    expect(await fixture.mails()).toEqual(['settlement_failed', 'settlement_sent'])
    expect(await fixture.balance()).toMatchObject({ available: 50 })
    await fixture.request()
    await sendSettlements(fixture.shop.context)
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000, 5000] })
  })

  it('is sent once when responses of the provider are lost', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    await fixture.request()
    const { payees } = fixture.shop.context.payments
    const lost = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      await answer
      throw new ProviderUnavailable('lost')
    }
    let repair = fixture.breakPayees({ transfer: (request) => lost(payees.transfer(request)) })
    await sendSettlements(fixture.shop.context)
    repair()
    fixture.shop.clock.advance(60_000)
    repair = fixture.breakPayees({ payOut: (request) => lost(payees.payOut(request)) })
    await sendSettlements(fixture.shop.context)
    repair()
    expect(await fixture.settlements()).toMatchObject([{ status: 'open' }])
    await fixture.days(1)
    await Promise.all([1, 2, 3].map(() => sendSettlements(fixture.shop.context)))
    expect(await fixture.settlements()).toMatchObject([{ status: 'sent' }])
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
  })

  it('after a refund of paid out sales carries a negative balance', async () => {
    await fixture.openAccount()
    const id = await fixture.sellTickets(4)
    await fixture.endEvent()
    await settleAndPay()
    await fixture.refund(id)
    expect(await fixture.balance()).toMatchObject({ balance: -100, available: 0, paid: 100 })
    await sellNext(6)
    await fixture.days(6)
    const { data } = await fixture.request()
    expect(data.settlement).toMatchObject({ number: 2, amount: 50 })
    expect(await fixture.statement(data.settlement.id)).toMatchObject({
      openingBalance: 0,
      closingBalance: 0,
    })
  })

  it('doesn’t contain the commission of members', async () => {
    await fixture.openAccount()
    const seller = await openSeller(fixture.shop)
    await insertRule(fixture.shop, { basisPoints: 2000 })
    const linkId = await insertLink(fixture.shop, seller.id)
    await sell(fixture.shop, { linkId, wishes: { [fixture.ticketTypeId]: 4 }, total: 100 })
    await fixture.endEvent()
    const { data } = await fixture.request()
    expect(data.settlement.amount).toBe(80)
    const { lines } = await fixture.statement(data.settlement.id)
    expect(lines).toContainEqual({ kind: 'commission', amount: -20 })
  })

  it('of another promoter doesn’t exist', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    const { data } = await fixture.request()
    const { context, ask } = fixture.shop
    const other = await openMember(context, await insertPromoter(context.db, 'Brickworks'), {
      role: 'owner',
      host: 'localhost',
    })
    const read = (path: string) => ask('GET', path, { host: 'localhost', bearer: other.bearer })
    const ids = [data.settlement.id, randomUUID(), 'no-uuid']
    for (const path of ids.flatMap((id) => [id, `${id}/entries`]))
      expect((await read(`/api/promoter/settlements/${path}`)).status).toBe(404)
    expect((await read('/api/promoter/settlements')).data).toEqual({ settlements: [], nextCursor: null })
    expect((await read('/api/promoter/settlement-balances')).data).toEqual({ balances: [] })
    expect((await read(`/api/promoter/events/${fixture.shop.eventId}/statement`)).status).toBe(404)
    await sql`update sessions set revoked_at = now() where account_id = ${other.accountId}`.execute(
      context.db,
    )
  })

  it('waits while the platform’s balance at the provider is too low', async () => {
    await fixture.openAccount()
    await fixture.sellTickets(2)
    await fixture.endEvent()
    await fixture.request()
    const repair = fixture.breakPayees({
      transfer: () => Promise.reject(new BalanceInsufficient('Not yet.')),
    })
    await sendSettlements(fixture.shop.context)
    repair()
    expect(await fixture.settlements()).toMatchObject([
      { status: 'open', isWaitingForFunds: true, reason: '' },
    ])
    await fixture.days(1)
    await sendSettlements(fixture.shop.context)
    expect(await fixture.settlements()).toMatchObject([{ status: 'sent', isWaitingForFunds: false }])
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
  })

  it('is exact while sales and refunds commit', async () => {
    await fixture.openAccount()
    const ids = await Promise.all([1, 2, 3, 4].map(() => fixture.sellTickets(1)))
    await fixture.putRules({ earlyShare: 50 })
    await Promise.all([
      fixture.sellTickets(1),
      ...ids.slice(0, 2).map((id) => fixture.refund(id)),
      fixture.request(),
      fixture.sellTickets(1),
    ])
    await sendSettlements(fixture.shop.context)
    await fixture.request()
    const left = await fixture.balance()
    expect(left?.available).toBe(0)
  })
})
