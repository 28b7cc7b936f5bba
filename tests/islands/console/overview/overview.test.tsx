import { act, createElement } from 'react'
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'
import { screen } from '#tests/support/screen.ts'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  await page.show(createElement((await import('#islands/console/overview/Overview.tsx')).Overview))
  await page.shows('Key figures')
})
afterEach(() => page.close())

const rows = (): number =>
  screen.getByRole('region', { name: /^Revenue by / }).querySelectorAll('tbody tr').length
const choose = (name: string): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

it('updates its chart with the period', async () => {
  expect(rows()).toBe(7)
  await choose('30 days')
  expect(rows()).toBe(30)
  await choose('Today')
  expect(screen.getByRole('heading', { name: 'Hour by hour' })).toBeTruthy()
  const hours = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Berlin' }).format(
      page.shop.clock.now(),
    ),
  )
  expect(rows()).toBe(hours + 1)
})

it('shows a new sale automatically', async () => {
  expect(page.content.textContent).not.toContain('Grace Hopper')
  const { context, promoterId, eventId, askElsewhere } = page.shop
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
  const { bearer } = await openMember(context, promoterId, 'manager')
  const customer = { firstName: 'Grace', lastName: 'Hopper' }
  const body = { items: [{ ticketTypeId, quantity: 1 }], customer, takenOutside: 'cash' }
  await askElsewhere({ bearer, method: 'POST', path: '/api/promoter/orders', body })
  await waitFor(async () => {
    await act(async () => undefined)
    expect(page.content.textContent).toContain('Grace Hopper')
  })
})
