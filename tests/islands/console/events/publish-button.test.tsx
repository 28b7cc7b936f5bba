import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertTicketType } from '#tests/support/factories.ts'
import type * as EventStore from '#stores/console/events/event.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { toWallClock } from '#model/platform/time/wall-clock-fields.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }

let page: PortalPage
let stores: typeof EventStore
let eventId: string

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  const { addEvent } = await import('#stores/console/events/events.ts')
  stores = await import('#stores/console/events/event.ts')
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  await loadOwnPromoters()
  const made = await addEvent({ title: 'Late Show', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' })
  if (!made.success) throw new Error(made.error.message)
  eventId = made.data.event.id
})
afterEach(async () => {
  // Cancels the pending save.
  stores.$autosave.set({ state: 'saved' })
  await page.close()
})

async function open(): Promise<void> {
  const { EventBar } = await import('#islands/console/events/EventBar.tsx')
  const { PublishCard } = await import('#islands/console/events/PublishCard.tsx')
  const { useStore } = await import('#islands/platform/use-store.ts')
  await stores.loadEvent(eventId)
  function Fixture() {
    const { data: event } = useStore(stores.$event, LOADING)
    const fields = useStore(stores.$eventFields, undefined)
    if (!event || !fields) return null
    return (
      <>
        <EventBar event={event} fields={fields} />
        <PublishCard event={event} />
      </>
    )
  }
  await page.show(createElement(Fixture))
}

const missing = (): string[] =>
  [...page.content.querySelectorAll('.missing li')].map((each) => each.textContent)

async function pressPublish(): Promise<void> {
  const button = [...page.content.querySelectorAll('button')].find((each) => each.textContent === 'Publish')
  await act(async () => button?.click())
}

it('saves recent input first, and publishes when nothing is missing', async () => {
  const { context, promoterId } = page.shop
  await insertTicketType(context.db, { promoterId, eventId })
  await open()
  expect(missing()).not.toEqual([])
  await act(async () => stores.editEventFields({ venue: VENUE }))
  await pressPublish()
  await page.shows('Published')
  expect(missing()).toEqual([])
})

it('reports missing fields and focuses the server’s list', async () => {
  await open()
  await act(async () => stores.editEventFields({ venue: VENUE }))
  await pressPublish()
  await page.shows('This event isn’t ready to publish. Complete the missing items first.')
  expect(missing()).toHaveLength(1)
  expect(document.activeElement?.id).toBe('publish-card')
})

it('updates the list of missing fields from a refusal', async () => {
  const { context, promoterId } = page.shop
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
  await open()
  await act(async () => stores.editEventFields({ venue: VENUE }))
  await act(async () => void (await stores.saveEvent()))
  expect(missing()).toEqual([])
  await context.db.updateTable('ticket_types').set({ active: false }).where('id', '=', ticketTypeId).execute()
  await pressPublish()
  await page.shows('This event isn’t ready to publish. Complete the missing items first.')
  expect(missing()).toHaveLength(1)
})

it('is past when it is over in the venue’s time zone', async () => {
  await open()
  const { data: event } = stores.$event.get()
  if (!event) throw new Error('There is no event.')
  const { now } = await import('#browser/platform/clock.ts')
  const timeZone = 'America/Los_Angeles'
  const endingIn = (ms: number) => {
    const endsAt = toWallClock(new Date(now() + ms).toISOString(), timeZone)
    return { ...event, status: 'published' as const, fields: { ...event.fields, endsAt, timeZone } }
  }
  await act(async () => stores.eventDraft.show(endingIn(3_600_000)))
  expect(page.content.querySelector('.badge')?.textContent).toBe('Published')
  await act(async () => stores.eventDraft.show(endingIn(-3_600_000)))
  expect(page.content.querySelector('.badge')?.textContent).toBe('Past')
})

it('appears on the Tickets tab with what is missing', async () => {
  const { context, promoterId } = page.shop
  const { Tickets } = await import('#islands/console/tickets/Tickets.tsx')
  await page.show(createElement(Tickets, { eventId }))
  await page.shows('Publish')
  await pressPublish()
  await page.shows('This event isn’t ready to publish. Complete the missing items first.')
  expect(missing().length).toBeGreaterThan(1)
  await insertTicketType(context.db, { promoterId, eventId })
  const venue = { venue_name: VENUE.name, city: VENUE.city, country: VENUE.country }
  await context.db.updateTable('events').set(venue).where('id', '=', eventId).execute()
  await pressPublish()
  await page.shows('Published')
  const { status } = await context.db
    .selectFrom('events')
    .select('status')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('published')
})
