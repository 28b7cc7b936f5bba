import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { fail } from '#contracts/platform/errors.ts'
import { explainDeletionRefusal } from '#islands/account/profile/deletion-message.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { openPortalPage } from '#tests/islands/portal-page.tsx'

it('an account with unpaid earnings sees the amounts and promoters', () => {
  const owed = [
    { promoterName: 'Aurora', amount: 20, currency: 'EUR' },
    { promoterName: 'Nordlys', amount: 1500, currency: 'JPY' },
  ]
  expect(explainDeletionRefusal(fail('EARNINGS_LEFT', { owed }))).toMatchObject({
    error: {
      message: 'Aurora still owes you €20.00. Nordlys still owes you ¥1,500. Request a payout first.',
    },
  })
})

it('the only owner of a promoter sees its name in the form', async () => {
  const page = await openPortalPage()
  await page.signIn('owner')
  await page.show(createElement((await import('#islands/account/profile/DataSection.tsx')).DataSection))
  const press = (): Promise<void> =>
    act(async () => {
      const buttons = [...page.content.querySelectorAll('button')]
      buttons.findLast(({ textContent }) => textContent === 'Delete my account')?.click()
    })
  await press()
  const password = page.content.querySelector<HTMLInputElement>('input[name=password]')
  if (password) password.value = PASSWORD
  await press()
  await page.shows('You’re the only owner of Aurora. Make someone else an owner first.')
  expect(page.shop.requests).toContain('DELETE /api/auth/customer/me')
  await page.close()
})
