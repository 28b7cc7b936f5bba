import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OperatorSettlement } from '#contracts/operator/settlements.ts'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { PayeeRefused, ProviderUnavailable, type Payees } from '#server/money/providers/provider.ts'
import { createEngine } from '#server/money/sandbox-engine/engine.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

const QUARTER_HOUR = 15 * 60_000

let desk: SettlementShop
let payees: Payees
let payeeId: string
/** Lets a settlement of €50.00 fail after its transfer: the provider refuses the payout. */
beforeEach(async () => {
  desk = await openSettlementShop()
  payeeId = await desk.openAccount()
  await desk.sellTickets(2)
  await desk.endEvent()
  await desk.request()
  payees = desk.shop.context.payments.payees
  const repair = desk.breakPayees({
    payOut: () => Promise.reject(new PayeeRefused('The account is refused.')),
  })
  await sendSettlements(desk.shop.context)
  repair()
})
afterEach(async () => {
  expect(await findContradictions(desk.shop.context.db)).toEqual([])
  await desk.shop.close()
})

const left = async (): Promise<number> =>
  (await createEngine(desk.shop.context).payees.balances(payeeId))[0]?.amountCents ?? 0

const send = async (): Promise<void> => {
  desk.shop.clock.advance(QUARTER_HOUR)
  await sendSettlements(desk.shop.context)
  await desk.days(0)
}

const problems = async (): Promise<string[]> =>
  (
    await desk.operate<{ settlements: OperatorSettlement[] }>('GET', '/api/operator/settlements')
  ).data.settlements.map(({ problem }) => problem)

it('money left by a failed settlement stays while the promoter is paid by the provider', async () => {
  expect(await desk.settlements()).toMatchObject([{ status: 'failed', amount: 50 }])
  await send()
  expect(await left()).toBe(5000)
  await desk.request()
  await send()
  expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
})

it('money left by a failed settlement is taken back once the promoter is paid by bank transfer', async () => {
  await desk.put({ method: 'bank' })
  await Promise.all([send(), sendSettlements(desk.shop.context)])
  expect(await left()).toBe(0)
  expect((await desk.request()).data.settlement).toMatchObject({ method: 'bank', amount: 50 })
  expect(await problems()).toEqual(['', ''])
})

it('no settlement counts on money that is taken back', async () => {
  await desk.put({ method: 'bank' })
  const repair = desk.breakPayees({ reverseTransfer: () => Promise.reject(new ProviderUnavailable('away')) })
  await send()
  repair()
  expect(await left()).toBe(5000)
  await desk.put({ method: 'provider' })
  await desk.request()
  await send()
  expect(await desk.moved()).toEqual({ transfers: [5000, 5000], payouts: [5000] })
  expect(await left()).toBe(0)
})

it('waits for a settlement that is being sent', async () => {
  await desk.request()
  await desk.put({ method: 'bank' })
  const repair = desk.breakPayees({ payOut: () => Promise.reject(new ProviderUnavailable('away')) })
  await send()
  repair()
  expect(await left()).toBe(5000)
  desk.shop.clock.advance(3_600_000)
  await send()
  await send()
  expect(await desk.moved()).toEqual({ transfers: [5000], payouts: [5000] })
})

it('is repeated after a crash and a lost response, and shown to operators while it isn’t possible', async () => {
  await desk.put({ method: 'bank' })
  let repair = desk.breakPayees({ reverseTransfer: () => Promise.reject(new PayeeRefused('Closed.')) })
  await send()
  repair()
  expect(await problems()).toEqual([expect.stringContaining('Reverse it in the provider’s dashboard.')])
  repair = desk.breakPayees({
    reverseTransfer: async (transferId) => {
      await payees.reverseTransfer(transferId)
      throw new Error('The process was killed.')
    },
  })
  await send()
  repair()
  await send()
  expect(await problems()).toEqual([''])
  expect(await left()).toBe(0)
  const { rows } = await sql`select from settlements where reversing_since is not null`.execute(
    desk.shop.context.db,
  )
  expect(rows).toEqual([])
})
