import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertEvent } from '#tests/support/factories.ts'
import { fill as write, press as click } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  const { clock, context, promoterId } = page.shop
  const startsAt = new Date(clock.now() + 86_400_000)
  await insertEvent(context.db, { promoterId, startsAt, currency: 'JPY' })
  await context.db
    .updateTable('promoters')
    .set({ payout_auto_limit_cents: 10_000, payout_auto_limit_currency: 'EUR' })
    .execute()
  await page.signIn('owner')
})
afterEach(() => page.close())

const fill = (name: string, value: string): Promise<void> =>
  act(async () => write(page.content, `[name="${name}"]`, value))

it('the limit is in the selected currency', async () => {
  const { PayoutRules } = await import('#islands/console/payouts/PayoutRules.tsx')
  await page.show(createElement(PayoutRules))
  await page.shows('JPY')
  await fill('currency', 'JPY')
  await fill('autoLimit', '12000')
  await act(async () => click(page.content, 'Save rules'))
  const limit = () =>
    page.shop.context.db
      .selectFrom('promoters')
      .select(['payout_auto_limit_cents as cents', 'payout_auto_limit_currency as currency'])
      .where('id', '=', page.shop.promoterId)
      .executeTakeFirst()
  await expect.poll(limit).toMatchObject({ cents: 12_000, currency: 'JPY' })
})
