import { configure, fireEvent } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { screen } from '#tests/support/screen.ts'

configure({ asyncUtilTimeout: 15_000 })

const EARNINGS = '/api/public/staff/earnings'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('sales')
})
afterEach(() => page.close())

it.each([
  [503, '<h1>Bad gateway</h1>', 'Failed to load earnings data'],
  [200, '<!doctype html>', 'Unknown error loading earnings'],
  [
    403,
    '{"success":false,"error":{"code":"RATE_LIMITED","message":"Too many requests."}}',
    'API Error: Too many requests.',
  ],
])('§8: status %s with %s is shown as “%s” and can be retried', async (status, body, message) => {
  page.shop.answerOnce(EARNINGS, status, body)
  await page.show(createElement((await import('#islands/portal/earnings/Earnings.tsx')).Earnings))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your earnings could not be loaded')
  expect(alert.textContent).toContain(message)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Payouts' })).toBeTruthy()
})
