import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertSettlement } from '#tests/support/settlement-rows.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
})
afterEach(() => page.close())

const insert = (number: number, status: 'failed' | 'paid'): Promise<string> => {
  const { clock, context, promoterId } = page.shop
  const at = new Date(clock.now() + number)
  return insertSettlement(context.db, { promoterId, number, status, at, amountCents: 12_345 })
}

const show = async (): Promise<void> =>
  page.show(createElement((await import('#islands/console/settlements/SettlementList.tsx')).SettlementList))

it('after a failed payout, says what to do', async () => {
  await insert(1, 'failed')
  await show()
  await page.shows('Your last payout of €123.45 failed')
  expect(page.content.textContent).toContain('Check your payout details below')
})

it('no longer says so once a later payout has arrived', async () => {
  await insert(1, 'failed')
  await insert(2, 'paid')
  await show()
  await page.shows('Statement 2')
  expect(page.content.textContent).not.toContain('Your last payout')
})
