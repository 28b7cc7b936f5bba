import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxEngine, LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import {
  findSandboxPayee,
  refuseOnboarding,
  submitOnboarding,
} from '#server/money/providers/sandbox-payees.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const create = async (): Promise<string> => {
  const wish = { email: 'mia@example.com', country: 'DE', name: 'Mia' }
  return (await createSandboxEngine(shop.context).payees.create({ ...wish, key: String(Math.random()) })).id
}
const FORM = { name: ' Mia Meier ', bornOn: '1990-05-17', bankAccount: 'de89 3704 0044 0532 0130 00' }

test('details are checked for a while, then the payee is ready', async () => {
  const payeeId = await create()
  expect(await submitOnboarding(shop.context, { payeeId, form: FORM })).toBeUndefined()
  expect(await findSandboxPayee(shop.context, payeeId)).toMatchObject({
    status: 'checking',
    name: 'Mia Meier',
    bornOn: '1990-05-17',
    bankAccount: WORKING_TEST_ACCOUNT,
  })
  shop.clock.advance(LATE_SETTLEMENT_MS)
  await deliverSandboxEvents(shop.context)
  expect((await findSandboxPayee(shop.context, payeeId))?.status).toBe('ready')
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ bornOn: '' }, 'bornOn'],
  [{ bornOn: '1990-02-30' }, 'bornOn'],
  [{ bornOn: '1899-12-31' }, 'bornOn'],
  // The clock is at 2026-11-21.
  [{ bornOn: '2008-11-22' }, 'bornOn'],
  [{ bankAccount: '12345678' }, 'bankAccount'],
])('%o is refused', async (wrong, field) => {
  const payeeId = await create()
  const errors = await submitOnboarding(shop.context, { payeeId, form: { ...FORM, ...wrong } })
  expect(Object.keys(errors ?? {})).toEqual([field])
  expect((await findSandboxPayee(shop.context, payeeId))?.status).toBe('incomplete')
})

test('a payee who becomes an adult today is accepted', async () => {
  const form = { ...FORM, bornOn: '2008-11-21' }
  expect(await submitOnboarding(shop.context, { payeeId: await create(), form })).toBeUndefined()
})

test('a refused payee stays refused', async () => {
  const payeeId = await create()
  await refuseOnboarding(shop.context, payeeId)
  await submitOnboarding(shop.context, { payeeId, form: FORM })
  expect((await findSandboxPayee(shop.context, payeeId))?.status).toBe('refused')
})

test('an unknown payee, or with live payments, is not found', async () => {
  expect(await findSandboxPayee(shop.context, 'acct_unknown')).toBeUndefined()
  const payeeId = await create()
  const real = { ...shop.context, payments: { ...shop.context.payments, name: 'stripe' as const } }
  expect(await findSandboxPayee(real, payeeId)).toBeUndefined()
})
