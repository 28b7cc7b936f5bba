import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { settlePromoters } from '#server/jobs/settlements/settle-promoters.ts'
import { FAILING_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { BalanceInsufficient, PayeeRefused, ProviderUnavailable } from '#server/money/providers/provider.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hear, insertLink, insertRule, openSeller, sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let desk: SettlementShop
beforeEach(async () => {
  desk = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(desk.shop.context.db)).toEqual([])
  await desk.shop.close()
})

/** Sells tickets at €25.00 for another event, tomorrow. Returns the order's id. */
async function sellNext(quantity: number): Promise<string> {
  const { promoterId, context, clock } = desk.shop
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date(clock.now() + 86_400_000) })
  const typeId = await insertTicketType(context.db, { promoterId, eventId })
  return (await sell(desk.shop, { linkId: null, wishes: { [typeId]: quantity }, total: quantity * 25 })).id
}

const settleAndPay = async (): Promise<void> => {
  await settlePromoters(desk.shop.context)
  await sendSettlements(desk.shop.context)
  await hear(desk.shop)
  await hear(desk.shop)
}

describe('a settlement', () => {
  it('by schedule is sent, paid and notified, with an exact statement', async () => {
    await desk.openAccount()
    const refunded = await desk.sellTickets(2)
    await desk.sellTickets(2)
    await desk.refund(refunded)
    await desk.endEvent()
    await settlePromoters(desk.shop.context)
    const [settlement] = await desk.settlements()
    expect(settlement).toMatchObject({
      number: 1,
      amount: 50,
      status: 'open',
      method: 'provider',
      requestedBy: null,
    })
    expect(await desk.balance()).toMatchObject({ balance: 0, available: 0, underway: 50 })
    await sendSettlements(desk.shop.context)
    await hear(desk.shop)
    await hear(desk.shop)
    expect(await desk.settlements()).toMatchObject([{ status: 'paid', amount: 50 }])
    expect(await desk.balance()).toMatchObject({ underway: 0, paid: 50 })
    expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
    expect(await desk.mails()).toEqual(['settlement_paid', 'settlement_sent'])
    const statement = await desk.statement(settlement?.id ?? '')
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 0, notDue: 0, reserve: 0 })
    expect(statement.lines.filter(({ kind }) => kind !== 'provider_fees')).toEqual([
      { kind: 'sales', amount: 100 },
      { kind: 'refunds', amount: -50 },
      { kind: 'settlement', amount: -50 },
    ])
    const entries = await desk.entries(settlement?.id ?? '')
    expect(entries.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-50, 0, 50])
  })

  it('runs once a day, however many nodes there are', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    await Promise.all([1, 2, 3].map(() => settlePromoters(desk.shop.context)))
    expect(await desk.settlements()).toHaveLength(1)
    await sendSettlements(desk.shop.context)
    const id = await sellNext(2)
    await settlePromoters(desk.shop.context)
    expect(await desk.settlements()).toHaveLength(1)
    await desk.refund(id)
    await desk.days(1)
    await settlePromoters(desk.shop.context)
    expect(await desk.settlements()).toHaveLength(1)
    await sellNext(3)
    await desk.days(6)
    await settlePromoters(desk.shop.context)
    expect(await desk.settlements()).toMatchObject([{ number: 2, amount: 75 }, { number: 1 }])
  })

  it('on request is created once per key, and once at a time', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    expect((await desk.request()).error.code).toBe('SETTLEMENT_NOTHING_AVAILABLE')
    await desk.endEvent()
    const key = randomUUID()
    const [one, other] = await Promise.all([desk.request(key), desk.request(key)])
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.data.settlement).toEqual(other.data.settlement)
    expect((await desk.request()).error.code).toBe('SETTLEMENT_OPEN')
    expect(await desk.settlements()).toMatchObject([{ amount: 50, requestedBy: 'Ada Lovelace' }])
    await sql`insert into settlements (id, promoter_id, number, currency, amount_cents, promoter_cents, taxes_cents, method, idempotency_key,
        opening_balance_cents, closing_balance_cents, not_due_cents, reserve_cents, created_at, updated_at, status)
      select gen_random_uuid(), promoter_id, 99, 'USD', 1, 1, 0, 'bank', 'other', 0, 0, 0, 0, now(), now(), 'cancelled' from settlements`.execute(
      desk.shop.context.db,
    )
    expect((await desk.request('other')).error.code).toBe('VALIDATION_ERROR')
    await sql`delete from settlements where number = 99`.execute(desk.shop.context.db)
  })

  it('needs a method and a ready account', async () => {
    await desk.sellTickets(2)
    await desk.endEvent()
    expect((await desk.request()).error.code).toBe('SETTLEMENT_METHOD_MISSING')
    expect((await desk.put({ method: 'provider' })).error.code).toBe('PAYOUT_ACCOUNT_MISSING')
    await desk.owner.ask('POST', '/api/promoter/settlement-account')
    expect((await desk.put({ method: 'provider' })).status).toBe(200)
    expect((await desk.request()).error.code).toBe('PAYOUT_ACCOUNT_NOT_READY')
    await desk.days(1)
    await settlePromoters(desk.shop.context)
    expect(await desk.settlements()).toEqual([])
    await desk.openAccount()
    await settlePromoters(desk.shop.context)
    expect(await desk.settlements()).toMatchObject([{ amount: 50 }])
  })

  it('waits during a hold, also when it was created before', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    expect((await desk.request()).status).toBe(201)
    expect((await desk.putRules({ isHeld: true, holdReason: '' })).error.code).toBe('VALIDATION_ERROR')
    await desk.putRules({ isHeld: true, holdReason: 'We need your passport.' })
    await sendSettlements(desk.shop.context)
    expect(await desk.settlements()).toMatchObject([{ status: 'open' }])
    const held = await desk.request()
    expect(held.error).toMatchObject({
      code: 'SETTLEMENT_HELD',
      details: { reason: 'We need your passport.' },
    })
    await desk.putRules({ isHeld: false })
    await sendSettlements(desk.shop.context)
    expect(await desk.settlements()).toMatchObject([{ status: 'sent' }])
  })

  it('waits while a change of bank details was undone, also when it was created before', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    expect((await desk.request()).status).toBe(201)
    const { promoterId, context } = desk.shop
    await sql`insert into bank_account_holds (promoter_id, since) values (${promoterId}, now())`.execute(
      context.db,
    )
    await sendSettlements(context)
    expect(await desk.settlements()).toMatchObject([{ status: 'open' }])
    await sql`delete from bank_account_holds`.execute(context.db)
    await sendSettlements(context)
    expect(await desk.settlements()).toMatchObject([{ status: 'sent' }])
  })

  it('refused by the provider is booked back and shown on the next statement', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    const repair = desk.breakPayees({
      transfer: () => Promise.reject(new PayeeRefused('Your account is closed.')),
    })
    await desk.request()
    await sendSettlements(desk.shop.context)
    repair()
    expect(await desk.settlements()).toMatchObject([{ status: 'failed', reason: 'Your account is closed.' }])
    expect(await desk.balance()).toMatchObject({ balance: 50, available: 50, underway: 0 })
    const { data } = await desk.request()
    await sendSettlements(desk.shop.context)
    expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
    const statement = await desk.statement(data.settlement.id)
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 0 })
    expect(statement.lines).toEqual([
      { kind: 'settlements_returned', amount: 50 },
      { kind: 'settlement', amount: -50 },
    ])
    const entries = await desk.entries(data.settlement.id)
    expect(entries.map(({ note }) => note).toSorted()).toEqual(['', 'Your account is closed.'])
  })

  it('returned by the bank fails, and its money at the provider is used first', async () => {
    await desk.openAccount(FAILING_ACCOUNT)
    await desk.sellTickets(2)
    await desk.endEvent()
    await settleAndPay()
    expect(await desk.settlements()).toMatchObject([{ status: 'failed' }])
    expect(await desk.mails()).toEqual(['settlement_failed', 'settlement_sent'])
    expect(await desk.balance()).toMatchObject({ available: 50 })
    await desk.request()
    await sendSettlements(desk.shop.context)
    expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000, 5000] })
  })

  it('is sent once when responses of the provider are lost', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    await desk.request()
    const { payees } = desk.shop.context.payments
    const lost = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      await answer
      throw new ProviderUnavailable('lost')
    }
    let repair = desk.breakPayees({ transfer: (request) => lost(payees.transfer(request)) })
    await sendSettlements(desk.shop.context)
    repair()
    desk.shop.clock.advance(60_000)
    repair = desk.breakPayees({ payOut: (request) => lost(payees.payOut(request)) })
    await sendSettlements(desk.shop.context)
    repair()
    expect(await desk.settlements()).toMatchObject([{ status: 'open' }])
    await desk.days(1)
    await Promise.all([1, 2, 3].map(() => sendSettlements(desk.shop.context)))
    expect(await desk.settlements()).toMatchObject([{ status: 'sent' }])
    expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
  })

  it('after a refund of paid out sales carries a negative balance', async () => {
    await desk.openAccount()
    const id = await desk.sellTickets(4)
    await desk.endEvent()
    await settleAndPay()
    await desk.refund(id)
    expect(await desk.balance()).toMatchObject({ balance: -100, available: 0, paid: 100 })
    await sellNext(6)
    await desk.days(6)
    const { data } = await desk.request()
    expect(data.settlement).toMatchObject({ number: 2, amount: 50 })
    expect(await desk.statement(data.settlement.id)).toMatchObject({ openingBalance: 0, closingBalance: 0 })
  })

  it('doesn’t contain the commission of members', async () => {
    await desk.openAccount()
    const seller = await openSeller(desk.shop)
    await insertRule(desk.shop, { basisPoints: 2000 })
    const linkId = await insertLink(desk.shop, seller.id)
    await sell(desk.shop, { linkId, wishes: { [desk.ticketTypeId]: 4 }, total: 100 })
    await desk.endEvent()
    const { data } = await desk.request()
    expect(data.settlement.amount).toBe(80)
    const { lines } = await desk.statement(data.settlement.id)
    expect(lines).toContainEqual({ kind: 'commission', amount: -20 })
  })

  it('of another promoter doesn’t exist', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    const { data } = await desk.request()
    const { context, ask } = desk.shop
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
    expect((await read(`/api/promoter/events/${desk.shop.eventId}/statement`)).status).toBe(404)
    await sql`update sessions set revoked_at = now() where account_id = ${other.accountId}`.execute(
      context.db,
    )
  })

  it('waits while the platform’s balance at the provider is too low', async () => {
    await desk.openAccount()
    await desk.sellTickets(2)
    await desk.endEvent()
    await desk.request()
    const repair = desk.breakPayees({ transfer: () => Promise.reject(new BalanceInsufficient('Not yet.')) })
    await sendSettlements(desk.shop.context)
    repair()
    expect(await desk.settlements()).toMatchObject([{ status: 'open', isWaitingForFunds: true, reason: '' }])
    await desk.days(1)
    await sendSettlements(desk.shop.context)
    expect(await desk.settlements()).toMatchObject([{ status: 'sent', isWaitingForFunds: false }])
    expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
  })

  it('is exact while sales and refunds commit', async () => {
    await desk.openAccount()
    const ids = await Promise.all([1, 2, 3, 4].map(() => desk.sellTickets(1)))
    await desk.putRules({ earlyShare: 50 })
    await Promise.all([
      desk.sellTickets(1),
      ...ids.slice(0, 2).map((id) => desk.refund(id)),
      desk.request(),
      desk.sellTickets(1),
    ])
    await sendSettlements(desk.shop.context)
    await desk.request()
    const left = await desk.balance()
    expect(left?.available).toBe(0)
  })
})
