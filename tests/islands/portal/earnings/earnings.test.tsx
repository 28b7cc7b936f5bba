import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSandboxEngine, LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
})
afterEach(() => page.close())

it('after onboarding, the new state is fetched before any webhook', async () => {
  const { context, clock } = page.shop
  const memberId = await page.signIn('sales')
  const { api } = await import('#browser/platform/api-client.ts')
  await api.post(`/api/staff/${memberId}/sandbox-connect/account`)
  const { payee_id: payeeId } = await context.db
    .selectFrom('payee_accounts')
    .select('payee_id')
    .executeTakeFirstOrThrow()
  const told = { name: 'Ada Lovelace', bornOn: '1990-12-10', bankAccount: WORKING_TEST_ACCOUNT }
  await createSandboxEngine(context).payees.submit(payeeId, told)
  clock.advance(LATE_SETTLEMENT_MS)
  await createSandboxEngine(context).settle()
  window.history.replaceState(null, '', '/account/staff/earnings?setup=complete')
  await page.show(createElement((await import('#islands/portal/earnings/Earnings.tsx')).Earnings))
  await page.shows('Your payout account is ready')
  expect(window.location.search).toBe('')
})
