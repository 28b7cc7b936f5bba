import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openOwner } from '#tests/stores/browser-owner.ts'
import { loadEventStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const EVENTS = '/api/promoter/events'
const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }

let shop: BrowserShop
let bearer: string
let event: ConsoleEvent
let page: Awaited<ReturnType<typeof loadEventStores>>
let pages: (typeof page)[] = []

const elsewhere = async (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: object,
): Promise<ConsoleEvent> => {
  const asking = { bearer, method, path, ...(body && { body }) }
  return (await shop.askElsewhere<{ event: ConsoleEvent }>(asking)).event
}
const atServer = (): Promise<ConsoleEvent> => elsewhere('GET', `${EVENTS}/${event.id}`)
async function saveElsewhere(change: object): Promise<void> {
  const { version, fields } = await atServer()
  await elsewhere('PUT', `${EVENTS}/${event.id}`, { version, fields: { ...fields, ...change } })
}
async function publishElsewhere(): Promise<void> {
  const { version } = await atServer()
  await elsewhere('POST', `${EVENTS}/${event.id}/publish`, { version })
}

async function openPage() {
  const opened = await loadEventStores()
  pages.push(opened)
  await opened.loadOwnPromoters()
  await opened.loadEvent(event.id)
  return opened
}

const puts = (): number => shop.requests.filter((each) => each.startsWith('PUT')).length

beforeEach(async () => {
  shop = await openBrowserShop()
  await openOwner(shop)
  const { context, promoterId } = shop
  bearer = (await openMember(context, promoterId, 'owner')).bearer
  const body = { title: 'Late Show', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' }
  event = await elsewhere('POST', EVENTS, body)
  await insertTicketType(context.db, { promoterId, eventId: event.id })
  await saveElsewhere({ venue: VENUE })
  page = await openPage()
})
afterEach(async () => {
  // Cancels pending saves.
  for (const { $autosave, AUTOSAVE_SAVED } of pages) $autosave.set(AUTOSAVE_SAVED)
  pages = []
  vi.unstubAllGlobals()
  await shop.close()
})

describe('input during another request', () => {
  it('is kept when the event is published, and saved afterwards', async () => {
    page.editEventFields({ summary: 'First.' })
    await page.saveEvent()
    const gate = shop.holdAnswers()
    const publishing = page.publishEvent()
    await waitFor(() => expect(shop.requests.at(-1)?.endsWith('/publish')).toBe(true))
    page.editEventFields({ summary: 'Second.' })
    gate.release()
    expect(await publishing).toMatchObject({ success: true })
    expect(page.$eventFields.get()?.summary).toBe('Second.')
    expect(page.$isUnsaved.get()).toBe(true)
    await page.saveEvent()
    expect(await atServer()).toMatchObject({ fields: { summary: 'Second.' }, status: 'published' })
  })

  it('is kept when the rest is discarded', async () => {
    await publishElsewhere()
    page = await openPage()
    page.editEventFields({ summary: 'Not this.', ageNote: '18+' })
    await page.saveEvent()
    const gate = shop.holdAnswers()
    const discarding = page.discardEvent()
    await waitFor(() => expect(shop.requests.at(-1)?.includes('/changes')).toBe(true))
    page.editEventFields({ description: 'But this.' })
    gate.release()
    await discarding
    await page.saveEvent()
    expect((await atServer()).fields).toMatchObject({ summary: '', ageNote: '', description: 'But this.' })
  })
})

describe('publishing changes that affect buyers', () => {
  async function giveTicket(): Promise<void> {
    const { context, promoterId } = shop
    const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId: event.id })
    await shop.askElsewhere({
      bearer,
      method: 'POST',
      path: '/api/promoter/orders',
      body: {
        items: [{ ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
        takenOutside: 'complimentary',
      },
    })
  }

  it('asks first, and does what was answered', async () => {
    await publishElsewhere()
    await giveTicket()
    page = await openPage()
    page.editEventFields({ venue: { ...VENUE, name: 'Tempodrom' } })
    const asked = await page.publishEvent()
    expect(asked).toMatchObject({ data: { email: { orders: 1, what: 'place' } } })
    expect((await atServer()).hasChanges).toBe(true)
    const version = (asked.success && asked.data?.version) || 0
    page.editEventFields({ venue: { ...VENUE, name: 'Arena' } })
    await page.saveEvent()
    const answer = await page.publishReviewed({ version, tellBuyers: true })
    expect(answer).toMatchObject({ error: { code: 'NOT_ASKED' } })
    expect((await atServer()).hasChanges).toBe(true)
    expect(page.$saving.get()).toEqual({ state: 'saved' })
    const again = await page.publishEvent()
    expect(again).toMatchObject({ data: { email: { text: expect.stringContaining('Place now: Arena') } } })
    const latest = (again.success && again.data?.version) || 0
    expect(await page.publishReviewed({ version: latest, tellBuyers: true })).toMatchObject({ success: true })
    expect((await atServer()).hasChanges).toBe(false)
  })

  it('excludes input made during the question', async () => {
    await publishElsewhere()
    await giveTicket()
    page = await openPage()
    page.editEventFields({ summary: 'Nobody need know.' })
    await page.saveEvent()
    const gate = shop.holdAnswers()
    const publishing = page.publishEvent()
    await waitFor(() => expect(shop.requests.at(-1)?.endsWith('/news')).toBe(true))
    page.editEventFields({ venue: { ...VENUE, name: 'Tempodrom' } })
    gate.release()
    expect(await publishing).toMatchObject({ success: true, data: null })
    await page.saveEvent()
    const { hasChanges, fields } = await atServer()
    expect([hasChanges, fields.summary, fields.venue.name]).toEqual([true, 'Nobody need know.', 'Tempodrom'])
  })
})

describe('saving', () => {
  it('runs one request at a time', async () => {
    const before = puts()
    page.editEventFields({ summary: 'One.' })
    const gate = shop.holdAnswers()
    const first = page.saveEvent()
    await waitFor(() => expect(puts() > before).toBe(true))
    page.editEventFields({ summary: 'Two.' })
    const others = [page.saveEvent(), page.saveEvent(), page.publishEvent()]
    gate.release()
    await Promise.all([first, ...others])
    expect(page.$saving.get()).toEqual({ state: 'saved' })
    expect(puts() - before).toBe(2)
    expect(await atServer()).toMatchObject({ fields: { summary: 'Two.' }, status: 'published' })
  })

  it('with a lost response is no conflict with oneself', async () => {
    page.editEventFields({ summary: 'One.' })
    shop.setNetwork('deaf')
    await page.saveEvent()
    expect(page.$saving.get().state).toBe('offline')
    shop.setNetwork('up')
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'saved' })
  })

  it('continues after a lost response', async () => {
    page.editEventFields({ summary: 'One.' })
    shop.setNetwork('deaf')
    await page.saveEvent()
    page.editEventFields({ summary: 'Two.' })
    shop.setNetwork('up')
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'saved' })
    expect((await atServer()).fields.summary).toBe('Two.')
  })

  it('asks after a conflicting change behind a lost response', async () => {
    page.editEventFields({ summary: 'One.' })
    shop.setNetwork('deaf')
    await page.saveEvent()
    shop.setNetwork('up')
    await saveElsewhere({ summary: 'Theirs.' })
    page.editEventFields({ ageNote: '18+' })
    await page.saveEvent()
    expect(page.$saving.get()).toMatchObject({
      state: 'conflict',
      theirs: { fields: { summary: 'Theirs.' } },
    })
    await page.keepOwnVersion()
    expect((await atServer()).fields).toMatchObject({ summary: 'One.', ageNote: '18+' })
  })

  it('of the same values as someone else’s is no conflict', async () => {
    await saveElsewhere({ summary: 'The same.' })
    page.editEventFields({ summary: 'The same.' })
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'saved' })
    page.editEventFields({ ageNote: '18+' })
    await page.saveEvent()
    expect((await atServer()).fields).toMatchObject({ summary: 'The same.', ageNote: '18+' })
  })
})

describe('unsaved input', () => {
  it('survives a reload, valid or not', async () => {
    page.editEventFields({ title: '', description: 'Ten minutes of work.', startsAt: '' })
    page.editEventFields({ delivery: [{ method: 'post', price: Number.NaN }] })
    await page.saveEvent()
    expect(page.$saving.get().state).toBe('refused')
    page = await openPage()
    expect(page.$eventFields.get()).toMatchObject({
      title: '',
      description: 'Ten minutes of work.',
      startsAt: '',
    })
    expect(page.$eventFields.get()?.delivery).toEqual([{ method: 'post', price: Number.NaN }])
  })

  it('is kept per event', async () => {
    page.editEventFields({ title: '', summary: 'Of the first.' })
    const first = event
    const body = { title: 'Other', startsAt: '2026-12-25T20:00', timeZone: 'Europe/Berlin' }
    event = await elsewhere('POST', EVENTS, body)
    page.$autosave.set(page.AUTOSAVE_SAVED)
    page = await openPage()
    page.editEventFields({ title: '', summary: 'Of the second.' })
    event = first
    page.$autosave.set(page.AUTOSAVE_SAVED)
    page = await openPage()
    expect(page.$eventFields.get()?.summary).toBe('Of the first.')
  })

  it('never overwrites someone else’s changes, however often the page is opened', async () => {
    page.editEventFields({ summary: 'Mine.' })
    page.$autosave.set(page.AUTOSAVE_SAVED)
    await saveElsewhere({ summary: 'Theirs.' })
    page = await openPage()
    expect(page.$saving.get().state).toBe('conflict')
    page.editEventFields({ summary: 'Mine!' })
    page = await openPage()
    expect(page.$saving.get().state).toBe('conflict')
    expect((await atServer()).fields.summary).toBe('Theirs.')
    page.useOtherVersion()
    page = await openPage()
    expect([page.$eventFields.get()?.summary, page.$saving.get()]).toEqual(['Theirs.', { state: 'saved' }])
  })

  it('is saved after a reload when only the event’s state has changed', async () => {
    page.editEventFields({ summary: 'Mine.' })
    page.$autosave.set(page.AUTOSAVE_SAVED)
    await publishElsewhere()
    page = await openPage()
    await page.saveEvent()
    expect((await atServer()).fields.summary).toBe('Mine.')
  })
})

describe('other actions', () => {
  it('report why nothing was published', async () => {
    page.editEventFields({ title: '' })
    expect(await page.publishEvent()).toMatchObject({
      error: { message: 'Correct the marked fields first, then try again.' },
    })
    page.editEventFields({ title: 'Late Show', startsAt: '2020-01-01T20:00', endsAt: '2020-01-01T23:00' })
    expect(await page.publishEvent()).toMatchObject({ error: { code: 'NOT_READY' } })
    page.editEventFields({ summary: 'A night.' })
    shop.setNetwork('down')
    expect(await page.publishEvent()).toMatchObject({
      error: { message: expect.stringContaining('Failed to fetch') },
    })
  })

  it('need no save to unpublish or discard', async () => {
    await publishElsewhere()
    page = await openPage()
    page.editEventFields({ summary: 'Saved.' })
    await page.saveEvent()
    page.editEventFields({ title: '' })
    expect(await page.discardEvent()).toMatchObject({ success: true, data: { event: { hasChanges: false } } })
    expect(page.$eventFields.get()).toMatchObject({ title: 'Late Show', summary: '' })
    expect(page.$saving.get()).toEqual({ state: 'saved' })
    page.editEventFields({ title: '' })
    expect(await page.unpublishEvent()).toMatchObject({ success: true, data: { event: { status: 'draft' } } })
    expect(page.$eventFields.get()?.title).toBe('')
    expect(page.$isUnsaved.get()).toBe(true)
  })
})

describe('a refused save', () => {
  const path = () => `${EVENTS}/${event.id}`
  const body = (code: string) => JSON.stringify({ success: false, error: { code, message: 'For a reason.' } })

  it.each([
    ['EVENT_CANCELLED', 409],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
  ])('that is permanent (%s) is not retried, with the reason', async (code, status) => {
    page.editEventFields({ summary: 'A night.' })
    shop.answerOnce(path(), status, body(code))
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'stopped', why: 'For a reason.' })
  })

  it.each([
    ['RATE_LIMITED', 429],
    ['INTERNAL_ERROR', 500],
    ['UNAVAILABLE', 503],
  ])('that is temporary (%s) is retried', async (code, status) => {
    page.editEventFields({ summary: 'A night.' })
    shop.answerOnce(path(), status, body(code))
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'offline', why: 'For a reason.' })
    await page.saveEvent()
    expect(page.$saving.get()).toEqual({ state: 'saved' })
  })
})
