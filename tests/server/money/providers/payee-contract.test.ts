import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAILING_TEST_ACCOUNT, WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { BalanceInsufficient, PayeeRefused } from '#server/money/providers/provider.ts'
import { openStage, type Stage } from '#tests/support/providers.ts'

const MINUTE = 60_000

/** Contract of all providers for payouts. */
describe.each(['sandbox', 'stripe'] as const)('%s', (name) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(name)
  })
  afterAll(() => stage.close())

  const urls = { returnUrl: 'https://foyer.example/payouts', refreshUrl: 'https://foyer.example/again' }
  const create = (key = randomUUID()) =>
    stage.provider.payees.create({ key, email: 'mia@example.com', country: 'DE', name: 'Mia' })
  const ready = async (bankAccount: string = WORKING_TEST_ACCOUNT): Promise<string> => {
    const { id } = await create()
    await stage.engine.payees.submit(id, { name: 'Mia Meier', bornOn: '1990-05-17', bankAccount })
    await stage.settle()
    return id
  }
  const money = (payeeId: string, amountCents = 4000) => ({
    key: randomUUID(),
    payeeId,
    amountCents,
    currency: 'EUR',
  })

  it('onboarding leads to ready', async () => {
    const key = randomUUID()
    const payee = await create(key)
    expect(payee).toMatchObject({ id: expect.stringMatching(/^acct_/), status: 'incomplete' })
    expect(payee.missing.length).toBeGreaterThan(0)
    expect((await create(key)).id).toBe(payee.id)
    expect(await stage.provider.payees.onboardingLink(payee.id, urls)).toContain(payee.id)
    const told = { name: 'Mia Meier', bornOn: '1990-05-17', bankAccount: WORKING_TEST_ACCOUNT }
    await stage.engine.payees.submit(payee.id, told)
    expect(await stage.provider.payees.fetch(payee.id)).toEqual({
      id: payee.id,
      status: 'checking',
      missing: [],
    })
    await stage.settle()
    expect(await stage.provider.payees.fetch(payee.id)).toEqual({
      id: payee.id,
      status: 'ready',
      missing: [],
    })
    expect(await stage.provider.payees.dashboardLink(payee.id)).toContain(payee.id)
  })

  it('a refused payee is paid nothing', async () => {
    const { id } = await create()
    await expect(stage.provider.payees.transfer({ ...money(id), group: 'g' })).rejects.toThrow(PayeeRefused)
    await stage.engine.payees.refuse(id)
    expect((await stage.provider.payees.fetch(id)).status).toBe('refused')
    await expect(stage.provider.payees.transfer({ ...money(id), group: 'g' })).rejects.toThrow(PayeeRefused)
    await expect(stage.provider.payees.payOut(money(id))).rejects.toThrow(PayeeRefused)
  })

  it('transfers and payouts are found by key, and a transfer is reversed once', async () => {
    const id = await ready()
    const { payees } = stage.provider
    const transfer = { ...money(id), group: 'november' }
    expect(await payees.findTransfer(transfer)).toBeUndefined()
    expect(await payees.findPayout(transfer)).toBeUndefined()
    const { id: transferId } = await payees.transfer(transfer)
    expect(await payees.findTransfer(transfer)).toEqual({ id: transferId, isReversed: false })
    const payout = money(id)
    const sent = await payees.payOut(payout)
    expect(await payees.findPayout(payout)).toEqual(sent)
    await expect(payees.reverseTransfer(transferId)).rejects.toThrow(BalanceInsufficient)
    const other = { ...money(id), group: 'november' }
    const { id: otherId } = await payees.transfer(other)
    await payees.reverseTransfer(otherId)
    stage.clock.advance(30 * 24 * 60 * MINUTE)
    await payees.reverseTransfer(otherId)
    expect(await payees.findTransfer(other)).toEqual({ id: otherId, isReversed: true })
    await expect(payees.payOut(money(id))).rejects.toThrow(BalanceInsufficient)
  })

  it('transfers and payouts happen once per key', async () => {
    const id = await ready()
    const transfer = { ...money(id), group: 'october' }
    const [one, two] = await Promise.all([
      stage.provider.payees.transfer(transfer),
      stage.provider.payees.transfer(transfer),
    ])
    stage.clock.advance(30 * 24 * 60 * MINUTE)
    const three = await stage.provider.payees.transfer(transfer)
    expect(new Set([one.id, two.id, three.id]).size).toBe(1)
    const payout = money(id)
    const [first, second] = await Promise.all([
      stage.provider.payees.payOut(payout),
      stage.provider.payees.payOut(payout),
    ])
    stage.clock.advance(30 * 24 * 60 * MINUTE)
    expect(new Set([first.id, second.id, (await stage.provider.payees.payOut(payout)).id]).size).toBe(1)
    expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: 0 }])
    await expect(stage.provider.payees.payOut(money(id, 1))).rejects.toThrow(BalanceInsufficient)
  })

  it('transfers once when the platform’s balance is sufficient again, within a day and after it', async () => {
    for (const hours of [
      [1, 1, 1],
      [1, 30],
    ]) {
      const id = await ready()
      const transfer = { ...money(id), group: 'october' }
      await stage.engine.setShort('platform', true)
      for (const pause of hours) {
        await expect(stage.provider.payees.transfer(transfer)).rejects.toThrow(BalanceInsufficient)
        stage.clock.advance(pause * 60 * MINUTE)
      }
      await stage.engine.setShort('platform', false)
      const made = await Promise.allSettled(
        Array.from({ length: 5 }, () => stage.provider.payees.transfer(transfer)),
      )
      expect(made.some(({ status }) => status === 'fulfilled')).toBe(true)
      await stage.provider.payees.transfer(transfer)
      expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: 4000 }])
    }
  })

  it('pays out once when the payee’s balance is sufficient again', async () => {
    const id = await ready()
    await stage.provider.payees.transfer({ ...money(id), group: 'g' })
    const payout = money(id)
    await stage.engine.setShort(id, true)
    const failure = await stage.provider.payees.payOut(payout).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BalanceInsufficient)
    await expect(stage.provider.payees.payOut(payout)).rejects.toThrow(BalanceInsufficient)
    await stage.engine.setShort(id, false)
    const { id: payoutId } = await stage.provider.payees.payOut(payout)
    expect((await stage.provider.payees.payOut(payout)).id).toBe(payoutId)
    expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: 0 }])
  })

  it.each([
    [WORKING_TEST_ACCOUNT, { status: 'paid' }, 0],
    [FAILING_TEST_ACCOUNT, { status: 'failed', reason: expect.stringContaining('closed') }, 4000],
  ])('a payout to %s', async (account, end, left) => {
    const id = await ready(account)
    await stage.provider.payees.transfer({ ...money(id), group: 'g' })
    const payout = await stage.provider.payees.payOut(money(id))
    expect(payout.status).toBe('sent')
    await stage.settle()
    expect(await stage.provider.payees.fetchPayout(id, payout.id)).toMatchObject(end)
    expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: left }])
  })
})
