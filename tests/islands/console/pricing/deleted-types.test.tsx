import { act, createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntranceBoard, Entrances } from '#contracts/console/door/entrances.ts'
import type { ManagedPromoCode, PromoOptions, PromoFields } from '#contracts/console/pricing/promo-codes.ts'
import { press as click } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { promoFieldsOf } from '#tests/support/promo-fields.ts'

let page: PortalPage
let bearer: string
let crew: string
let floor: string

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  const { context, promoterId, eventId } = page.shop
  bearer = (await openMember(context, promoterId, 'owner')).bearer
  crew = await insertTicketType(context.db, { promoterId, eventId, name: 'Crew' })
  floor = await insertTicketType(context.db, { promoterId, eventId, name: 'Floor' })
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  await loadOwnPromoters()
})
afterEach(() => page.close())

const ask = <Data,>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Data> =>
  page.shop.askElsewhere<Data>({ bearer, method, path, ...(body && { body }) })
const deleteCrew = (): Promise<unknown> => ask('DELETE', `/api/promoter/ticket-types/${crew}`)
const press = (name: string): Promise<void> => act(async () => click(page.content, name))
const tick = (name: string): Promise<void> =>
  act(async () => page.content.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.click())
const toasts = () => expect.poll(() => page.shop.toasts.length)

describe('a promo code', () => {
  const CODES = '/api/promoter/promo-codes'
  const LOST = 'The ticket types of this code were deleted'
  const create = async (more: Partial<PromoFields>): Promise<ManagedPromoCode> => {
    const body = promoFieldsOf('CREW', { ticketTypeIds: [crew], ...more })
    return (await ask<{ promoCode: ManagedPromoCode }>('POST', CODES, body)).promoCode
  }
  const read = async (): Promise<ManagedPromoCode | undefined> =>
    (await ask<{ promoCodes: ManagedPromoCode[] }>('GET', CODES)).promoCodes[0]

  async function open(promo: ManagedPromoCode | undefined): Promise<void> {
    const options = await ask<PromoOptions>('GET', `${CODES}/choices`)
    const { PromoDialog } = await import('#islands/console/promo-codes/PromoDialog.tsx')
    await page.show(createElement(PromoDialog, { options, promo, onClose: () => undefined }))
  }

  it('without its ticket types says so, stays so when saved, and can be made valid for all', async () => {
    await create({ eventId: page.shop.eventId })
    await deleteCrew()
    await open(await read())
    await page.shows(LOST)
    await tick('active')
    await press('Save promo code')
    await toasts().toBe(1)
    expect(await read()).toMatchObject({ active: false, ticketTypeIds: [], hasNoTypeLeft: true })
    await open(await read())
    await page.shows(LOST)
    await tick('allTypes')
    await press('Save promo code')
    await toasts().toBe(2)
    expect(await read()).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: false })
  })

  it('that was loaded before the deletion isn’t made valid for all', async () => {
    const promo = await create({ eventId: page.shop.eventId })
    await deleteCrew()
    await open(promo)
    await page.shows(LOST)
    await press('Save promo code')
    await toasts().toBe(1)
    expect(await read()).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: true })
  })

  it('for ticket types of any event keeps them when saved', async () => {
    await open(await create({ eventId: null }))
    await page.shows('Crew')
    expect(page.content.textContent).not.toContain(LOST)
    await press('Save promo code')
    await toasts().toBe(1)
    expect(await read()).toMatchObject({ eventId: null, ticketTypeIds: [crew] })
  })

  it('is listed as valid for no ticket', async () => {
    await create({})
    await deleteCrew()
    const promo = await read()
    if (!promo) throw new Error('There is no code.')
    const { formatScope } = await import('#islands/console/promo-codes/format-promo-code.ts')
    const options = await ask<PromoOptions>('GET', `${CODES}/choices`)
    expect(formatScope(promo, options)).toBe('All events: no ticket type left, so valid for no ticket')
  })
})

it('a gate without its ticket types says so, stays so when saved, and can admit others or all', async () => {
  const path = `/api/promoter/events/${page.shop.eventId}/entrances`
  const { entrances: empty } = await ask<EntranceBoard>('GET', path)
  const { version, ...rules } = empty
  const gates = [{ id: null, name: 'Crew', ticketTypeIds: [crew] }]
  await ask<{ entrances: Entrances }>('PUT', path, { version, fields: { ...rules, gates } })
  await deleteCrew()
  const { EntranceForm } = await import('#islands/console/check-in/EntranceForm.tsx')
  const board = await ask<EntranceBoard>('GET', path)
  await page.show(createElement(EntranceForm, { board, onTaken: () => undefined }))
  await page.shows('The ticket types of this gate were deleted')
  const saved = async () => (await ask<EntranceBoard>('GET', path)).entrances.gates
  const save = async (count: number): Promise<void> => {
    await press('Save entrances')
    await toasts().toBe(count)
  }
  await save(1)
  expect(await saved()).toMatchObject([{ ticketTypeIds: [], hasNoTypeLeft: true }])
  await tick(`gates.0.types.${floor}`)
  await save(2)
  expect(await saved()).toMatchObject([{ ticketTypeIds: [floor], hasNoTypeLeft: false }])
  await tick(`gates.0.types.${floor}`)
  await tick('gates.0.allTypes')
  await save(3)
  expect(await saved()).toMatchObject([{ ticketTypeIds: [], hasNoTypeLeft: false }])
})
