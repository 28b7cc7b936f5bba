import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { fill } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
let bearer: string
let ticketTypeIds: string[]

beforeEach(async () => {
  page = await openPortalPage()
  const { context, promoterId, eventId } = page.shop
  const [floor, balcony] = [
    await insertTicketType(context.db, { promoterId, eventId, name: 'Floor' }),
    await insertTicketType(context.db, { promoterId, eventId, name: 'Balcony' }),
  ]
  ticketTypeIds = [floor, balcony]
  await insertTaxes(context.db, { promoterId, included: true, ticketTypes: { [floor]: [['VAT', 190_000]] } })
  await page.signIn('owner')
  bearer = (await openMember(context, promoterId, 'owner')).bearer
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  const { Taxes } = await import('#islands/console/pricing/Taxes.tsx')
  await loadOwnPromoters()
  await page.show(createElement(Taxes))
  await page.shows('Taxed tickets')
})
afterEach(() => page.close())

interface TaxesView {
  settings: { included: boolean; rounding: string; version: number }
  rates: { id: string }[]
  ticketTypes: { id: string; rateIds: string[] }[]
}
const taxes = (): Promise<TaxesView> =>
  page.shop.askElsewhere<TaxesView>({ bearer, method: 'GET', path: '/api/promoter/taxes' })
const control = (id: string): HTMLSelectElement => {
  const found = page.content.querySelector<HTMLSelectElement>(`[id="${id}"]`)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}
const choose = (id: string, value: string): Promise<void> =>
  act(async () => {
    control(id).focus()
    fill(page.content, `#${id}`, value)
  })
const tick = (id: string): Promise<void> =>
  act(async () => {
    control(id).focus()
    control(id).click()
  })
const isConflict = (): boolean => page.content.querySelector('.both-versions') !== null

it('a second setting changed during a save is saved afterwards and keeps focus', async () => {
  const gate = page.shop.holdAnswers()
  await choose('tax-included', 'on')
  await choose('tax-rounding', 'keep_gross')
  expect([control('tax-included').value, control('tax-rounding').value]).toEqual(['on', 'keep_gross'])
  const focused = document.activeElement
  await act(async () => gate.release())
  await expect
    .poll(async () => (await taxes()).settings)
    .toMatchObject({ included: false, rounding: 'keep_gross' })
  await expect.poll(() => page.shop.toasts.map(({ title }) => title)).toEqual(['Taxes saved', 'Taxes saved'])
  expect([isConflict(), document.activeElement === focused, focused?.isConnected]).toEqual([
    false,
    true,
    true,
  ])
})

it('choices made during a conflict go into one’s own version', async () => {
  const { settings } = await taxes()
  const body = { ...settings, rounding: 'keep_gross' }
  await page.shop.askElsewhere({ bearer, method: 'PUT', path: '/api/promoter/taxes', body })
  const gate = page.shop.holdAnswers()
  await choose('tax-included', 'on')
  await choose('tax-rounding', 'per_rate')
  await act(async () => gate.release())
  await expect.poll(isConflict).toBe(true)
  await act(async () => {
    ;[...page.content.querySelectorAll('button')].find((each) => each.textContent === 'Keep mine')?.click()
  })
  await expect
    .poll(async () => (await taxes()).settings)
    .toMatchObject({ included: false, rounding: 'per_rate' })
})

it('taxes of several tickets are saved one after another', async () => {
  const [floor = '', balcony = ''] = ticketTypeIds
  const [vat] = (await taxes()).rates
  const gate = page.shop.holdAnswers()
  await tick(`tax-${floor}-${vat?.id}`)
  await tick(`tax-${balcony}-${vat?.id}`)
  await act(async () => gate.release())
  const rateIds = async (id: string) => (await taxes()).ticketTypes.find((each) => each.id === id)?.rateIds
  await expect.poll(() => Promise.all([rateIds(floor), rateIds(balcony)])).toEqual([[], [vat?.id]])
  expect(isConflict()).toBe(false)
})

it('continues from the response, also when reloading fails', async () => {
  const [floor = ''] = ticketTypeIds
  const [vat] = (await taxes()).rates
  const box = `tax-${floor}-${vat?.id}`
  const rateIds = async () => (await taxes()).ticketTypes.find((each) => each.id === floor)?.rateIds
  page.shop.answerOnce(
    '/api/promoter/taxes',
    403,
    JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'No.' } }),
  )
  await tick(box)
  await expect.poll(rateIds).toEqual([])
  await expect.poll(() => page.shop.toasts.length).toBeGreaterThan(0)
  await tick(box)
  await expect.poll(rateIds).toEqual([vat?.id])
  expect(isConflict()).toBe(false)
})
