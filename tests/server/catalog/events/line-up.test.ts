import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventListPage } from '#contracts/shop/catalog.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

type EventAnswer = Promise<Answer<{ event: ConsoleEvent }>>

const EVENTS = '/api/promoter/events'
const create = (title: string): EventAnswer =>
  fixture.owner.ask('POST', EVENTS, {
    body: { title, startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' },
  })
const put = ({ id, version, fields }: ConsoleEvent, change: object): EventAnswer =>
  fixture.owner.ask('PUT', `${EVENTS}/${id}`, { body: { version, fields: { ...fields, ...change } } })
const publish = ({ id, version }: ConsoleEvent): EventAnswer =>
  fixture.owner.ask('POST', `${EVENTS}/${id}/publish`, { body: { version } })
const seen = (slug: string): Promise<Answer<EventDetail>> => fixture.ask('GET', `/api/public/events/${slug}`)
const search = async (q: string): Promise<string[]> => {
  const answer: Answer<EventListPage> = await fixture.ask(
    'GET',
    `/api/public/events?${new URLSearchParams({ q })}`,
  )
  return answer.data.isApproximate ? [] : answer.data.events.map(({ title }) => title)
}

const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }
const LINE_UP = [
  { name: 'Mira Sol', day: 0, time: '20:30', link: 'https://mirasol.example/live' },
  { name: 'Ánde Vuolab', day: 0, time: null, link: '' },
  { name: 'Late Set', day: 0, time: '01:15', link: '' },
]

async function published(title: string, change: object): Promise<ConsoleEvent> {
  const { data } = await create(title)
  await insertTicketType(fixture.context.db, { promoterId: fixture.promoterId, eventId: data.event.id })
  const saved = await put(data.event, { venue: VENUE, ...change })
  const answer = await publish(saved.data.event)
  expect(answer).toMatchObject({ status: 200 })
  return answer.data.event
}

test('is saved in order, public, and searchable by name', async () => {
  const event = await published('Three Acts', { lineUp: LINE_UP })
  expect(event.fields.lineUp).toEqual(LINE_UP)
  expect((await seen(event.slug)).data.lineUp).toEqual(LINE_UP)
  expect(await search('mira sol')).toEqual(['Three Acts'])
  expect(await search('ande')).toEqual(['Three Acts'])
})

test('changes of a published one are searchable once published', async () => {
  const event = await published('Changing Acts', { lineUp: LINE_UP.slice(1, 2) })
  const saved = await put(event, { lineUp: [{ name: 'Quokka Trio', day: 0, time: '21:00', link: '' }] })
  expect(await search('quokka')).toEqual([])
  expect((await seen(event.slug)).data.lineUp).toEqual(LINE_UP.slice(1, 2))
  await publish(saved.data.event)
  expect(await search('quokka')).toEqual(['Changing Acts'])
})

test('is copied with a duplicate and a series, with the same times', async () => {
  const event = await published('Copied Acts', { lineUp: LINE_UP })
  const copy = await fixture.owner.ask<{ event: ConsoleEvent }>('POST', `${EVENTS}/${event.id}/duplicate`, {
    body: { startsAt: '2027-06-24T20:00' },
  })
  expect(copy.data.event.fields.lineUp).toEqual(LINE_UP)
  const series = await fixture.owner.ask<{ events: { id: string }[] }>(
    'POST',
    `${EVENTS}/${event.id}/series`,
    {
      body: { dates: ['2027-07-01T20:00'] },
    },
  )
  const next: Answer<{ event: ConsoleEvent }> = await fixture.owner.ask(
    'GET',
    `${EVENTS}/${series.data.events[0]?.id}`,
  )
  expect(next.data.event.fields.lineUp).toEqual(LINE_UP)
})

test('the slower editor sees the other’s version', async () => {
  const { data } = await create('Two Editors')
  await put(data.event, { lineUp: LINE_UP.slice(0, 1) })
  const second = await put(data.event, { lineUp: LINE_UP.slice(1, 2) })
  expect(second.error).toMatchObject({
    code: 'EDIT_CONFLICT',
    details: { current: { fields: { lineUp: LINE_UP.slice(0, 1) } } },
  })
})

test.each([
  ['a time that no clock shows', { time: '24:00' }, 'time'],
  ['a time with seconds', { time: '20:00:00' }, 'time'],
  ['a link that runs', { link: 'javascript:alert(1)' }, 'link'],
  ['a link without a host', { link: 'https://' }, 'link'],
  ['a name that is too long', { name: 'x'.repeat(121) }, 'name'],
  ['a day before the event', { day: -1 }, 'day'],
])('refuses %s', async (_, change, field) => {
  const { data } = await create('Refused')
  const { status, error } = await put(data.event, { lineUp: [{ ...LINE_UP[0], ...change }] })
  expect(status).toBe(422)
  expect(error.details).toContainEqual(expect.objectContaining({ path: `fields.lineUp.0.${field}` }))
})

test('is limited to fifty performers', async () => {
  const { data } = await create('Crowded')
  const acts = Array.from({ length: 51 }, (_, index) => ({ ...LINE_UP[1], name: `Act ${index}` }))
  expect((await put(data.event, { lineUp: acts })).error.details).toEqual([
    expect.objectContaining({ path: 'fields.lineUp' }),
  ])
  expect((await put(data.event, { lineUp: acts.slice(1) })).status).toBe(200)
})

test('may be incomplete in a draft, not when published', async () => {
  const { data } = await create('Gaps')
  await insertTicketType(fixture.context.db, { promoterId: fixture.promoterId, eventId: data.event.id })
  const saved = await put(data.event, {
    venue: VENUE,
    lineUp: [
      { ...LINE_UP[1], name: ' ' },
      { ...LINE_UP[0], day: 1 },
    ],
  })
  expect(saved.status).toBe(200)
  const { error } = await publish(saved.data.event)
  expect(error).toMatchObject({
    code: 'NOT_READY',
    details: [
      { path: 'lineUp.0.name', message: 'Act 1 has no name yet.' },
      { path: 'lineUp.1.day', message: expect.stringContaining('Mira Sol') },
    ],
  })
})
