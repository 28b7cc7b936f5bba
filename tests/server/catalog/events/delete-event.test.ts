import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleEvent, EventListRow } from '#contracts/console/events.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const EVENTS = '/api/promoter/events'
const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }
type EventAnswer = Answer<{ event: ConsoleEvent }>

async function draft(): Promise<{ event: ConsoleEvent; ticketTypeId: string }> {
  const body = { title: 'Never Was', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' }
  const { data }: EventAnswer = await fixture.owner.ask('POST', EVENTS, { body })
  const { promoterId, context } = fixture
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId: data.event.id })
  return { event: data.event, ticketTypeId }
}

const remove = (id: string, by = fixture.owner) => by.ask('DELETE', `${EVENTS}/${id}`)
const status = async (id: string): Promise<number> =>
  (await fixture.owner.ask('GET', `${EVENTS}/${id}`)).status

async function publish({ id, version, fields }: ConsoleEvent): Promise<ConsoleEvent> {
  const body = { version, fields: { ...fields, venue: VENUE } }
  const saved: EventAnswer = await fixture.owner.ask('PUT', `${EVENTS}/${id}`, { body })
  const published: EventAnswer = await fixture.owner.ask('POST', `${EVENTS}/${id}/publish`, {
    body: { version: saved.data.event.version },
  })
  expect(published.status).toBe(200)
  return published.data.event
}

describe('a never-published draft', () => {
  test('is deleted with its own data, and the deletion is logged', async () => {
    const { event } = await draft()
    await fixture.context.db
      .insertInto('capacity_pools')
      .values({
        promoter_id: fixture.promoterId,
        event_id: event.id,
        name: 'Hall',
        capacity: 10,
        created_at: new Date(),
      })
      .execute()
    const { data }: Answer<{ events: EventListRow[] }> = await fixture.owner.ask('GET', EVENTS)
    expect(data.events.find(({ id }) => id === event.id)).toMatchObject({ wasPublished: false })
    expect(await remove(event.id)).toMatchObject({ status: 200, data: null })
    expect(await status(event.id)).toBe(404)
    expect((await remove(event.id)).status).toBe(404)
    const entry = await fixture.context.db
      .selectFrom('audit_log')
      .select(['account_id', 'subject'])
      .where('action', '=', 'event.deleted')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ account_id: fixture.owner.accountId, subject: 'Never Was' })
  })

  test('is kept while something else refers to it', async () => {
    const { event } = await draft()
    const link = await fixture.context.db
      .insertInto('tracking_links')
      .values({
        promoter_id: fixture.promoterId,
        event_id: event.id,
        code: 'never-was',
        name: 'Flyer',
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await remove(event.id)).toMatchObject({ status: 409, error: { code: 'EVENT_IN_USE' } })
    expect(await status(event.id)).toBe(200)
    await fixture.context.db.deleteFrom('tracking_links').where('id', '=', link.id).execute()
    expect((await remove(event.id)).status).toBe(200)
  })

  test('is kept while a ticket is in a cart', async () => {
    const { event, ticketTypeId } = await draft()
    const published = await publish(event)
    expect((await fixture.hold(randomUUID(), { [ticketTypeId]: 1 })).status).toBe(200)
    // Resets it to never published, so that only the hold prevents the deletion.
    await fixture.context.db
      .updateTable('events')
      .set({ status: 'draft', published_at: null })
      .where('id', '=', published.id)
      .execute()
    expect(await remove(event.id)).toMatchObject({ status: 409, error: { code: 'EVENT_IN_USE' } })
  })

  test('can be deleted by its promoter only', async () => {
    const { event } = await draft()
    const stranger = await fixture.join('nobody')
    expect((await remove(event.id, stranger)).status).toBe(403)
    const promoterId = await insertPromoter(fixture.context.db, 'Other')
    const foreign = await insertEvent(fixture.context.db, {
      promoterId,
      startsAt: new Date('2026-12-01T20:00:00Z'),
    })
    expect((await remove(foreign)).status).toBe(404)
    expect((await remove('nothing')).status).toBe(404)
    expect(await status(event.id)).toBe(200)
  })
})

test('a published event can’t be deleted, live or unpublished', async () => {
  const { event } = await draft()
  const { version } = await publish(event)
  expect(await remove(event.id)).toMatchObject({ status: 409, error: { code: 'EVENT_WAS_PUBLIC' } })
  await fixture.owner.ask('POST', `${EVENTS}/${event.id}/unpublish`, { body: { version } })
  expect(await remove(event.id)).toMatchObject({ status: 409, error: { code: 'EVENT_WAS_PUBLIC' } })
})
