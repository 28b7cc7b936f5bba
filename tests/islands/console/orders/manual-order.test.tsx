import { sql } from 'kysely'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { insertEvent, insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { fill as write, press } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const ORDER = 'POST /api/promoter/orders'

let page: PortalPage
let ticketTypeId: string
beforeEach(async () => {
  page = await openPortalPage()
  const { context, promoterId, eventId } = page.shop
  ticketTypeId = await insertTicketType(context.db, { promoterId, eventId, name: 'Floor' })
  await insertTaxes(context.db, {
    promoterId,
    included: false,
    ticketTypes: { [ticketTypeId]: [['VAT', 190_000]] },
  })
})
afterEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await page.close()
})

async function open(): Promise<void> {
  await page.signIn('owner')
  const { ManualOrder } = await import('#islands/console/orders/ManualOrder.tsx')
  const { $orderOptions, loadOrderOptions } = await import('#stores/console/orders/orders.ts')
  await loadOrderOptions()
  const options = $orderOptions.get().data
  if (!options) throw new Error('There is nothing to choose from.')
  await page.show(createElement(ManualOrder, { options, onClose: () => undefined }))
  // Uses real time from here on.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
}

const shows = (words: string): Promise<void> =>
  waitFor(() => expect(page.content.textContent).toContain(words))

const fill = (selector: string, value: string): void => write(page.content, selector, value)

it('shows the total with added taxes, creates the order at it, and asks again after a price change', async () => {
  await open()
  fill(`#take-${ticketTypeId}`, '2')
  fill('[name=takenOutside]', 'cash')
  await shows('Create order: 2 tickets, €59.50')
  await shows('Tickets €50.00, plus VAT (19%) €9.50.')
  fill('[name=firstName]', 'Grace')
  fill('[name=lastName]', 'Hopper')
  await shows('Create order: 2 tickets, €59.50')
  const { db } = page.shop.context
  await sql`update ticket_types set price_cents = 3000 where id = ${ticketTypeId}`.execute(db)
  const submit = page.content.querySelector<HTMLButtonElement>('button[type=submit]')
  submit?.click()
  await shows('A price has changed. Check the new total.')
  await shows('Create order: 2 tickets, €71.40')
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
  submit?.click()
  await waitFor(async () =>
    expect(await db.selectFrom('orders').select('total_cents').execute()).toEqual([{ total_cents: 7140 }]),
  )
  expect(page.shop.requests.filter((each) => each === ORDER)).toHaveLength(2)
})

const submit = (): HTMLButtonElement | null => page.content.querySelector('button[type=submit]')
const quotes = (): number => page.shop.requests.filter((each) => each.endsWith('/order-quotes')).length

it.each([
  ['1,000', 'Enter a whole number with digits only, like 1000.'],
  ['1.5', 'Enter a whole number with digits only, like 1000.'],
  ['101', 'Enter 100 or less.'],
])('%s tickets are rejected, not reinterpreted', async (typed, problemMessage) => {
  await open()
  fill(`#take-${ticketTypeId}`, typed)
  await shows(problemMessage)
  expect(submit()?.textContent).toBe('Check the tickets')
  submit()?.click()
  await shows('Order not created. Check the tickets.')
  fill(`#take-${ticketTypeId}`, '2')
  await shows('Create order: 2 tickets')
  expect(quotes()).toBe(1)
})

it('retries a price after a lost response, not after a refusal', async () => {
  await open()
  const { db } = page.shop.context
  page.shop.setNetwork('down')
  fill(`#take-${ticketTypeId}`, '2')
  await shows('Try again')
  submit()?.click()
  await shows('Order not created: the price couldn’t be calculated.')
  page.shop.setNetwork('up')
  press(page.content, 'Try again')
  await shows('Create order: 2 tickets, free of charge')
  await sql`update events set status = 'draft'`.execute(db)
  fill(`#take-${ticketTypeId}`, '1')
  await shows('1 ticket can’t be sold')
  expect(page.content.textContent).not.toContain('Try again')
})

it('submitting before the price is loaded waits and asks to check it', async () => {
  await open()
  fill('[name=firstName]', 'Grace')
  fill('[name=lastName]', 'Hopper')
  submit()?.click()
  await shows('Order not created. Choose tickets first.')
  const gate = page.shop.holdAnswers()
  fill(`#take-${ticketTypeId}`, '2')
  await shows('calculating the price')
  submit()?.click()
  await shows('Order not created: the price was still being calculated. Check it and try again.')
  gate.release()
  await shows('Create order: 2 tickets, free of charge')
  expect(page.shop.requests).not.toContain(ORDER)
  submit()?.click()
  await waitFor(() => expect(page.shop.requests).toContain(ORDER))
})

it('keeps buyer and payment method when the event changes', async () => {
  const { clock, context, promoterId } = page.shop
  const startsAt = new Date(clock.now() + 86_400_000)
  const eventId = await insertEvent(context.db, { promoterId, startsAt, title: 'Day Shift' })
  const otherType = await insertTicketType(context.db, { promoterId, eventId, name: 'Garden' })
  await open()
  const list = () => page.content.querySelector<HTMLSelectElement>('#take-order-event')
  const first = list()?.value === eventId ? page.shop.eventId : list()?.value
  fill('#take-order-event', first ?? '')
  await shows('Floor')
  fill(`#take-${ticketTypeId}`, '2')
  fill('[name=takenOutside]', 'cash')
  await shows('Create order: 2 tickets')
  const written = { firstName: 'Grace', lastName: 'Hopper', phone: '+49 30 1234', note: 'At the door' }
  for (const [name, value] of Object.entries(written)) fill(`[name=${name}]`, value)
  fill('#take-order-event', eventId)
  await shows('Garden')
  submit()?.click()
  await shows('Order not created. Choose tickets first.')
  fill('#take-order-event', first ?? '')
  await shows('Floor')
  expect(page.content.textContent).not.toContain('Order not created')
  fill('#take-order-event', eventId)
  await shows('Garden')
  const valueOf = (name: string) =>
    page.content.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value
  expect(Object.fromEntries(Object.keys(written).map((name) => [name, valueOf(name)]))).toEqual(written)
  expect(valueOf('takenOutside')).toBe('cash')
  fill(`#take-${otherType}`, '1')
  await shows('Create order: 1 ticket, €')
  submit()?.click()
  await waitFor(async () => {
    const orders = await context.db.selectFrom('orders').select(['first_name', 'taken_outside']).execute()
    expect(orders).toEqual([{ first_name: 'Grace', taken_outside: 'cash' }])
  })
})
