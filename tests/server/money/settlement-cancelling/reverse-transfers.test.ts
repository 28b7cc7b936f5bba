import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OperatorSettlement } from '#contracts/operator/settlements.ts'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { PayeeRefused, ProviderUnavailable, type Payees } from '#server/money/providers/provider.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

const QUARTER_HOUR = 15 * 60_000

let fixture: SettlementShop
let payees: Payees
let payeeId: string
/** Lets a settlement of €50.00 fail after its transfer: the provider refuses the payout. */
beforeEach(async () => {
  fixture = await openSettlementShop()
  payeeId = await fixture.openAccount()
  await fixture.sellTickets(2)
  await fixture.endEvent()
  await fixture.request()
  payees = fixture.shop.context.payments.payees
  const repair = fixture.breakPayees({
    payOut: () => Promise.reject(new PayeeRefused('The account is refused.')),
  })
  await sendSettlements(fixture.shop.context)
  repair()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const left = async (): Promise<number> =>
  (await createSandboxEngine(fixture.shop.context).payees.balances(payeeId))[0]?.amountCents ?? 0

const send = async (): Promise<void> => {
  fixture.shop.clock.advance(QUARTER_HOUR)
  await sendSettlements(fixture.shop.context)
  await fixture.days(0)
}

const problems = async (): Promise<string[]> =>
  (
    await fixture.operate<{ settlements: OperatorSettlement[] }>('GET', '/api/operator/settlements')
  ).data.settlements.map(({ problem }) => problem)

it('money left by a failed settlement stays while the promoter is paid by the provider', async () => {
  expect(await fixture.settlements()).toMatchObject([{ status: 'failed', amount: 50 }])
  await send()
  expect(await left()).toBe(5000)
  await fixture.request()
  await send()
  expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
})

it('money left by a failed settlement is taken back once the promoter is paid by bank transfer', async () => {
  await fixture.put({ method: 'bank' })
  await Promise.all([send(), sendSettlements(fixture.shop.context)])
  expect(await left()).toBe(0)
  expect((await fixture.request()).data.settlement).toMatchObject({ method: 'bank', amount: 50 })
  expect(await problems()).toEqual(['', ''])
})

it('no settlement counts on money that is taken back', async () => {
  await fixture.put({ method: 'bank' })
  const repair = fixture.breakPayees({
    reverseTransfer: () => Promise.reject(new ProviderUnavailable('away')),
  })
  await send()
  repair()
  expect(await left()).toBe(5000)
  await fixture.put({ method: 'provider' })
  await fixture.request()
  await send()
  expect(await fixture.moved()).toEqual({ transfers: [5000, 5000], payouts: [5000] })
  expect(await left()).toBe(0)
})

it('waits for a settlement that is being sent', async () => {
  await fixture.request()
  await fixture.put({ method: 'bank' })
  const repair = fixture.breakPayees({ payOut: () => Promise.reject(new ProviderUnavailable('away')) })
  await send()
  repair()
  expect(await left()).toBe(5000)
  fixture.shop.clock.advance(3_600_000)
  await send()
  await send()
  expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
})

it('is repeated after a crash and a lost response, and shown to operators while it isn’t possible', async () => {
  await fixture.put({ method: 'bank' })
  let repair = fixture.breakPayees({ reverseTransfer: () => Promise.reject(new PayeeRefused('Closed.')) })
  await send()
  repair()
  expect(await problems()).toEqual([expect.stringContaining('Reverse it in the provider’s dashboard.')])
  repair = fixture.breakPayees({
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
    fixture.shop.context.db,
  )
  expect(rows).toEqual([])
})
