import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
})
afterEach(() => page.close())

const insertSettlement = async (number: number, status: 'failed' | 'paid'): Promise<void> => {
  const at = new Date(page.shop.clock.now() + number)
  await page.shop.context.db
    .insertInto('settlements')
    .values({
      id: crypto.randomUUID(),
      promoter_id: page.shop.promoterId,
      number,
      status,
      currency: 'EUR',
      amount_cents: 12_345,
      promoter_cents: 12_345,
      taxes_cents: 0,
      method: 'bank',
      opening_balance_cents: 0,
      closing_balance_cents: 0,
      not_due_cents: 0,
      reserve_cents: 0,
      sent_at: at,
      finished_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

const show = async (): Promise<void> =>
  page.show(createElement((await import('#islands/console/settlements/SettlementList.tsx')).SettlementList))

it('after a failed payout, says what to do', async () => {
  await insertSettlement(1, 'failed')
  await show()
  await page.shows('Your last payout of €123.45 failed')
  expect(page.content.textContent).toContain('Check your payout details below')
})

it('no longer says so once a later payout has arrived', async () => {
  await insertSettlement(1, 'failed')
  await insertSettlement(2, 'paid')
  await show()
  await page.shows('Statement 2')
  expect(page.content.textContent).not.toContain('Your last payout')
})
