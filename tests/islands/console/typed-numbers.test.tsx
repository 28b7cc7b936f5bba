import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPortalPage, type PortalPage } from '../portal-page.tsx'

let page: PortalPage

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
})
afterEach(() => page.close())

/** Fills the fields by name and submits the form. */
async function send(fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, typed] of Object.entries(fields)) {
    const field = page.content.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!field) throw new Error(`There is no field ${name}`)
    field.value = typed
  }
  await act(async () => {
    page.content.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  })
}

const formErrors = (): string[] =>
  [...page.content.querySelectorAll('.error-list a')].map((each) => each.textContent)

const DIGITS_ALONE = 'Enter a whole number with digits only, like 1000.'

it.each(['1 000', '1,000', '1.000', 'many'])(
  'a code for %s orders is not saved without a limit',
  async (typed) => {
    const { PromoDialog } = await import('#islands/console/promo-codes/PromoDialog.tsx')
    const options = { events: [], batches: [] }
    await page.show(createElement(PromoDialog, { options, onClose: () => undefined }))
    await send({ code: 'EARLY', discountValue: '10', maxUses: typed })
    await page.shows(DIGITS_ALONE)
    expect(formErrors()).toEqual([DIGITS_ALONE])
    expect(page.shop.requests.filter((request) => request.includes('promo-codes'))).toEqual([])

    await send({ maxUses: '1000' })
    const { db } = page.shop.context
    await expect
      .poll(() => db.selectFrom('promo_codes').select('max_uses').where('code', '=', 'EARLY').execute())
      .toEqual([{ max_uses: 1000 }])
  },
)

it('a price with a thousands separator is not read as a decimal', async () => {
  const { TicketTypeForm } = await import('#islands/console/tickets/TicketTypeForm.tsx')
  const board = {
    event: {
      id: page.shop.eventId,
      slug: 'rush',
      title: 'Rush',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      startsAt: '2027-01-01T19:00:00.000Z',
      endsAt: '2027-01-01T22:00:00.000Z',
      status: 'published' as const,
    },
    ticketTypes: [],
    pools: [],
    taxes: [],
  }
  await page.show(createElement(TicketTypeForm, { type: undefined, board, onDone: () => undefined }))
  await send({ name: '', price: '1,250', capacity: '1,000' })
  await page.shows(DIGITS_ALONE)
  expect(formErrors()).toEqual([
    'Enter a name.',
    'Enter an amount like 1250.50, without a thousands separator.',
    DIGITS_ALONE,
  ])

  await send({ name: 'Box', price: '1250,50', capacity: '1000' })
  const { db } = page.shop.context
  await expect
    .poll(() =>
      db
        .selectFrom('ticket_types')
        .innerJoin('inventory', 'inventory.ticket_type_id', 'ticket_types.id')
        .select(['price_cents', 'capacity'])
        .where('name', '=', 'Box')
        .execute(),
    )
    .toEqual([{ price_cents: 125_050, capacity: 1000 }])
})

it('a tax of 8,875 % keeps its decimals, and one with five is refused', async () => {
  const { TaxRates } = await import('#islands/console/pricing/TaxRates.tsx')
  await page.show(createElement(TaxRates, { rates: [] }))
  await act(async () => page.content.querySelector<HTMLButtonElement>('button')?.click())
  await send({ name: 'VAT', percent: '8.87555' })
  expect(formErrors()).toEqual(['Enter a percentage like 2.5, with four decimals at most.'])
  await send({ percent: '8,875%' })
  const { db } = page.shop.context
  await expect
    .poll(() => db.selectFrom('tax_rates').select(['name', 'rate_millionths']).execute())
    .toEqual([{ name: 'VAT', rate_millionths: 88_750 }])
})
