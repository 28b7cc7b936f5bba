import { act, createElement, type FunctionComponent } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FeeLevel } from '#contracts/console/pricing/fees.ts'
import { ticketTypeFields } from '#contracts/console/ticket-types.ts'
import type { ManagedPromoCode, PromoOptions, PromoFields } from '#contracts/console/pricing/promo-codes.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { openMember } from '../../support/domains.ts'
import { insertTicketType } from '../../support/factories.ts'
import { promoFieldsOf } from '../../support/promo-fields.ts'
import { fill as write, press as click } from '../fill.ts'
import { openPortalPage, type PortalPage } from '../portal-page.tsx'

const CONFLICT = 'Someone else has changed this'

let page: PortalPage
let bearer: string
let ticketTypeId: string

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  const { context, promoterId, eventId } = page.shop
  bearer = (await openMember(context, promoterId, 'owner')).bearer
  ticketTypeId = await insertTicketType(context.db, { promoterId, eventId, name: 'Floor' })
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  await loadOwnPromoters()
})
afterEach(() => page.close())

const elsewhere = <Data,>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Data> =>
  page.shop.askElsewhere<Data>({ bearer, method, path, ...(body && { body }) })

const fill = (name: string, value: string): Promise<void> =>
  act(async () => write(page.content, `[name="${name}"]`, value))
const press = (name: string): Promise<void> => act(async () => click(page.content, name))

/** Rows of a conflict as shown: field, own value, other value. */
async function bothVersions(): Promise<string[][]> {
  await page.shows(CONFLICT)
  return [...page.content.querySelectorAll('.both-versions dl > div')].map((row) =>
    [...row.querySelectorAll('dt, dd > [dir]')].map((each) => each.textContent),
  )
}
const isSettled = (): Promise<void> =>
  expect.poll(() => page.content.querySelector('.both-versions')).toBeNull()

async function showTaxes(): Promise<void> {
  const { Taxes } = await import('#islands/console/pricing/Taxes.tsx')
  await page.show(createElement(Taxes))
  await page.shows('Your prices')
}

interface TaxesView {
  settings: { included: boolean; rounding: string; version: number }
  rates: { id: string; name: string; percent: number; version: number }[]
  ticketTypes: { id: string; rateIds: string[] }[]
}
const taxes = (): Promise<TaxesView> => elsewhere('GET', '/api/promoter/taxes')

describe('taxes', () => {
  const choose = (value: string): Promise<void> =>
    act(async () => write(page.content, '#tax-included', value))

  it.each([
    ['Keep mine', false],
    ['Use theirs', true],
  ])('%s: prices include taxes: %s', async (choice, included) => {
    await showTaxes()
    const { settings } = await taxes()
    await elsewhere('PUT', '/api/promoter/taxes', { ...settings, rounding: 'keep_gross' })
    await choose('on')
    expect(await bothVersions()).toHaveLength(2)
    expect((await taxes()).settings).toMatchObject({ included: true, rounding: 'keep_gross' })
    await press(choice)
    await isSettled()
    const rounding = included ? 'keep_gross' : settings.rounding
    await expect.poll(async () => (await taxes()).settings).toMatchObject({ included, rounding })
  })

  it('a rate keeps its editor’s version', async () => {
    const { rate } = await elsewhere<{ rate: TaxesView['rates'][0] }>('POST', '/api/promoter/taxes/rates', {
      name: 'VAT',
      percent: 19,
    })
    await showTaxes()
    await press('Change VAT')
    await elsewhere('PUT', `/api/promoter/taxes/rates/${rate.id}`, {
      name: rate.name,
      percent: 20,
      version: rate.version,
    })
    await fill('percent', '21')
    await press('Save tax rate')
    expect(await bothVersions()).toEqual([['Percent', '21%', '20%']])
    expect((await taxes()).rates).toMatchObject([{ percent: 20 }])
    await press('Keep mine')
    await expect.poll(async () => (await taxes()).rates).toMatchObject([{ name: 'VAT', percent: 21 }])
  })

  it('a ticket type keeps the rates chosen here', async () => {
    const [vat, city] = await Promise.all(
      ['VAT', 'City'].map((name) =>
        elsewhere<{ rate: { id: string } }>('POST', '/api/promoter/taxes/rates', { name, percent: 5 }),
      ),
    )
    const ids = [vat?.rate.id ?? '', city?.rate.id ?? '']
    await showTaxes()
    const path = `/api/promoter/ticket-types/${ticketTypeId}/taxes`
    await elsewhere('PUT', path, { before: [], rateIds: [ids[1]] })
    const boxOf = (id?: string) => page.content.querySelector<HTMLInputElement>(`#tax-${ticketTypeId}-${id}`)
    await act(async () => boxOf(ids[0])?.click())
    expect(await bothVersions()).toEqual([['Taxes of Floor', 'VAT', 'City']])
    await press('Keep mine')
    await isSettled()
    const rateIds = async () => (await taxes()).ticketTypes.find(({ id }) => id === ticketTypeId)?.rateIds
    await expect.poll(rateIds).toEqual([ids[0]])
  })
})

const FEES = '/api/promoter/fees/EUR'
const baseFee = () => page.content.querySelector<HTMLInputElement>('[name=ticketBaseFee]')?.value

/** Opens the form with a fee of 1.00 per ticket. */
async function showFees() {
  const { FeeForm } = await import('#islands/console/pricing/FeeForm.tsx')
  const terms = { ticketPercentageFee: 0, orderProcessingFee: 0, orderPercentageFee: 0 }
  const save = (ticketBaseFee: number, version: number) =>
    elsewhere<FeeLevel>('PUT', FEES, { ...terms, ticketBaseFee, version })
  const level = await save(1, 0)
  const spot = { currency: 'EUR' }
  await page.show(createElement(FeeForm, { level, currency: 'EUR', spot, ticketType: undefined }))
  return { level, save }
}

it('their version fills the fields, also when it equals the one shown before', async () => {
  const { level, save } = await showFees()
  const twice = await save(2, level.own?.version ?? 0)
  await save(1, twice.own?.version ?? 0)
  await fill('ticketBaseFee', '5')
  await press('Save fees')
  expect(await bothVersions()).toHaveLength(1)
  await press('Use theirs')
  await expect.poll(baseFee).toBe('1.00')
})

describe('resetting', () => {
  const isGone = (name: string): boolean =>
    [...page.content.querySelectorAll('button')].every((each) => each.textContent !== name)

  it('of fees is refused after a concurrent change, which is shown', async () => {
    const { level, save } = await showFees()
    await save(2, level.own?.version ?? 0)
    await press('Use default fees')
    await expect.poll(baseFee).toBe('2.00')
    expect(page.shop.toasts.at(-1)).toMatchObject({ title: 'Your fees weren’t removed' })
    expect(isGone('Keep mine')).toBe(true)
    await press('Use default fees')
    await expect.poll(() => page.shop.toasts.at(-1)?.title).toBe('Your own fees were removed')
    await expect.poll(baseFee).not.toBe('2.00')
  })

  it('of fees succeeds when they were already reset', async () => {
    const { level } = await showFees()
    const version = level.own?.version ?? 0
    await page.shop.askElsewhere({ bearer, method: 'DELETE', path: `${FEES}?version=${version}` })
    await press('Use default fees')
    await expect.poll(() => page.shop.toasts.at(-1)?.title).toBe('Your own fees were removed')
    expect(isGone('Use default fees')).toBe(true)
  })

  it('of a template is refused after a concurrent change, which is shown', async () => {
    const path = '/api/email/templates/order_confirmed'
    type Letter = { subject: string; body: string; version: number }
    const { letter } = await elsewhere<{ letter: Letter }>('GET', path)
    const save = ({ subject, body, version }: Letter) =>
      elsewhere<{ letter: Letter }>('PUT', path, { subject, body, version })
    const { letter: saved } = await save({ ...letter, subject: 'Before' })
    const { $template, $templateText, openTemplate } =
      await import('#stores/console/email-templates/email-template.ts')
    const { TemplateActions } = await import('#islands/console/email-templates/TemplateActions.tsx')
    await openTemplate('order_confirmed')
    const { data } = $template.get()
    if (!data) throw new Error('There is no letter.')
    await page.show(createElement(TemplateActions, { template: data }))
    await save({ ...saved, subject: 'Theirs' })
    await press('Restore Foyer’s text')
    await page.shows('Someone else has changed this email')
    expect([$templateText.get()?.subject, isGone('Keep mine')]).toEqual(['Theirs', true])
    await press('Restore Foyer’s text')
    await expect.poll(() => $template.get().data?.isOwn).toBe(false)
    expect($templateText.get()?.subject).toBe(letter.subject)
  })
})

describe('a shared capacity', () => {
  const POOL = { name: 'Hall', capacity: 50, ticketTypeIds: [] as string[] }

  /** Opens the form, then changes it here and elsewhere. */
  async function openPool(theirs: () => Promise<Partial<typeof POOL>> = async () => ({})): Promise<string> {
    const { eventId } = page.shop
    const { pool } = await elsewhere<{ pool: { id: string; version: number } }>(
      'POST',
      `/api/promoter/events/${eventId}/pools`,
      POOL,
    )
    const { $ticketBoard, loadTicketBoard } = await import('#stores/console/events/ticket-types.ts')
    const { Pools } = await import('#islands/console/tickets/Pools.tsx')
    const { useStore } = await import('#islands/platform/use-store.ts')
    const Fixture: FunctionComponent = () => {
      const { data } = useStore($ticketBoard, LOADING)
      return data ? createElement(Pools, { board: data }) : null
    }
    await loadTicketBoard(eventId)
    await page.show(createElement(Fixture))
    await press('Edit Hall')
    const fields = { ...POOL, capacity: 60, ...(await theirs()) }
    await elsewhere('PUT', `/api/promoter/pools/${pool.id}`, { version: pool.version, fields })
    await fill('capacity', '70')
    await act(async () =>
      page.content.querySelector<HTMLInputElement>(`[name="type-${ticketTypeId}"]`)?.click(),
    )
    await press('Save shared capacity')
    return pool.id
  }
  const poolOf = (id: string) =>
    page.shop.context.db
      .selectFrom('capacity_pools')
      .select('capacity')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const members = async (id: string): Promise<number> => {
    const { db } = page.shop.context
    return (await db.selectFrom('inventory').select('ticket_type_id').where('pool_id', '=', id).execute())
      .length
  }

  it('keeps its editor’s version and tickets', async () => {
    const id = await openPool()
    expect(await bothVersions()).toEqual([
      ['Capacity', '70', '60'],
      ['Tickets', 'Floor', 'Nothing'],
    ])
    expect([(await poolOf(id)).capacity, await members(id)]).toEqual([60, 0])
    await press('Keep mine')
    await expect.poll(() => poolOf(id)).toEqual({ capacity: 70 })
    expect(await members(id)).toBe(1)
    await expect.poll(() => page.content.querySelector('dialog[open]')).toBeNull()
  })

  it('keeps a ticket added by someone else until it is unticked', async () => {
    const { context, promoterId, eventId } = page.shop
    let added = ''
    const id = await openPool(async () => {
      added = await insertTicketType(context.db, { promoterId, eventId, name: 'Balcony' })
      return { capacity: 70, ticketTypeIds: [added] }
    })
    expect(await bothVersions()).toEqual([['Tickets', 'Balcony, Floor', 'Balcony']])
    await press('Keep mine')
    await expect.poll(() => members(id)).toBe(2)
    await expect.poll(() => page.content.querySelector('dialog[open]')).toBeNull()
    await press('Edit Hall')
    await act(async () => page.content.querySelector<HTMLInputElement>(`[name="type-${added}"]`)?.click())
    await press('Save shared capacity')
    await expect.poll(() => members(id)).toBe(1)
  })

  it('takes the other version when chosen, and shows it', async () => {
    const id = await openPool()
    await page.shows(CONFLICT)
    await press('Use theirs')
    await page.shows('60')
    expect(await poolOf(id)).toEqual({ capacity: 60 })
    expect(await members(id)).toBe(0)
  })
})

it('a ticket type waits for a choice, however often it is saved', async () => {
  const { context, eventId } = page.shop
  const { $ticketBoard, loadTicketBoard } = await import('#stores/console/events/ticket-types.ts')
  const { TicketTypeForm } = await import('#islands/console/tickets/TicketTypeForm.tsx')
  await loadTicketBoard(eventId)
  const { data: board } = $ticketBoard.get()
  const type = board?.ticketTypes.find(({ id }) => id === ticketTypeId)
  if (!board || !type) throw new Error('There is no ticket type.')
  await page.show(createElement(TicketTypeForm, { type, board, onDone: () => undefined }))
  const body = { version: type.version, fields: ticketTypeFields.parse({ ...type, name: 'Theirs' }) }
  await elsewhere('PUT', `/api/promoter/ticket-types/${type.id}`, body)
  const saved = () =>
    context.db
      .selectFrom('ticket_types')
      .select('name')
      .where('id', '=', ticketTypeId)
      .executeTakeFirstOrThrow()
  await fill('name', 'Mine')
  await press('Save ticket')
  expect(await bothVersions()).toEqual([['Name', 'Mine', 'Theirs']])
  const before = page.shop.requests.length
  await press('Save ticket')
  await expect.poll(() => page.shop.requests.length).toBeGreaterThan(before)
  await expect.poll(() => page.content.querySelector('form')?.getAttribute('aria-busy')).toBe('false')
  expect(await saved()).toEqual({ name: 'Theirs' })
  await press('Keep mine')
  await expect.poll(saved).toEqual({ name: 'Mine' })
})

describe('a promo code', () => {
  const CODES = '/api/promoter/promo-codes'
  const CODE = promoFieldsOf('EARLY')

  /** Returns the fields shown as different after these changes elsewhere, without own changes. */
  async function changedElsewhere(change: Partial<PromoFields>): Promise<string[][]> {
    const { promoCode } = await elsewhere<{ promoCode: ManagedPromoCode }>('POST', CODES, CODE)
    const options = await elsewhere<PromoOptions>('GET', `${CODES}/choices`)
    const { PromoDialog } = await import('#islands/console/promo-codes/PromoDialog.tsx')
    await page.show(createElement(PromoDialog, { options, promo: promoCode, onClose: () => undefined }))
    await elsewhere('PUT', `${CODES}/${promoCode.id}`, { ...CODE, version: promoCode.version, ...change })
    await press('Save promo code')
    return bothVersions()
  }
  const at = (time: string): string => new Date(`2026-12-01T${time}`).toISOString()

  it.each<[Partial<PromoFields>, string[][]]>([
    [{ active: false }, [['Active', 'Yes', 'No']]],
    [{ maxUsesPerCustomer: 2 }, [['Orders per customer', 'No limit', '2']]],
    [{ startsAt: at('10:30') }, [['From', 'Nothing', '1 Dec 2026, 10:30']]],
    [
      { endsAt: at('23:15'), maxUses: 9 },
      [
        ['Until', 'Nothing', '1 Dec 2026, 23:15'],
        ['Total orders', 'No limit', '9'],
      ],
    ],
  ])('shows the differences in %o', async (change, both) => {
    expect(await changedElsewhere(change)).toEqual(both)
  })

  it('shows that it unlocks hidden tickets', async () => {
    const { eventId } = page.shop
    const both = await changedElsewhere({ eventId, ticketTypeIds: [ticketTypeId], reveals: true })
    expect(both.at(-1)).toEqual(['Reveals hidden tickets', 'No', 'Yes'])
  })

  it('shows a difference outside of the compared fields', async () => {
    expect(await changedElsewhere({})).toEqual([])
    await page.shows('These fields are the same in both versions.')
  })
})

describe('the sender of emails', () => {
  const SENDER = '/api/email/sender'
  const sender = async () =>
    (await elsewhere<{ sender: { name: string; replyTo: string; version: number } }>('GET', SENDER)).sender

  async function openSender(): Promise<void> {
    const { SenderSection } = await import('#islands/console/email-templates/SenderSection.tsx')
    await page.show(createElement(SenderSection))
    await page.shows('Save sender')
  }

  it('saves the form’s values, and rejects an invalid address', async () => {
    await openSender()
    await fill('name', 'Box office')
    await fill('replyTo', 'nobody')
    await press('Save sender')
    expect(page.content.querySelector('[name=replyTo]')?.getAttribute('aria-invalid')).toBe('true')
    await fill('replyTo', 'box@example.com')
    await press('Save sender')
    await expect.poll(sender).toMatchObject({ name: 'Box office', replyTo: 'box@example.com' })
    expect(page.content.querySelector('[aria-invalid]')).toBeNull()
  })

  it.each([
    ['Keep mine', 'Mine'],
    ['Use theirs', 'Theirs'],
  ])('%s: has %s after a conflict', async (choice, name) => {
    await openSender()
    const { version, replyTo } = await sender()
    await elsewhere('PUT', SENDER, { name: 'Theirs', replyTo, version })
    await fill('name', 'Mine')
    await press('Save sender')
    expect(await bothVersions()).toEqual([['Name', 'Mine', 'Theirs']])
    expect((await sender()).name).toBe('Theirs')
    await press(choice)
    await isSettled()
    await expect.poll(sender).toMatchObject({ name })
    expect(page.content.querySelector<HTMLInputElement>('[name=name]')?.value).toBe(name)
  })
})
