import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

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

test('an event and its duplicate have the selected category and tags', async () => {
  const { data } = await create('Kinds')
  expect(data.event.fields).toMatchObject({ category: null, tags: [] })
  const saved = await put(data.event, { category: 'film', tags: ['Silent Film ', 'organ', 'ORGAN'] })
  expect(saved.data.event.fields).toMatchObject({ category: 'film', tags: ['silent film', 'organ'] })
  const copy = await fixture.owner.ask<{ event: ConsoleEvent }>(
    'POST',
    `${EVENTS}/${data.event.id}/duplicate`,
    {
      body: { startsAt: '2027-06-24T20:00' },
    },
  )
  expect(copy.data.event.fields).toMatchObject({ category: 'film', tags: ['silent film', 'organ'] })
})

test.each([
  ['a category of its own', { category: 'opera' }, 'category'],
  ['eleven tags', { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, 'tags'],
  ['an empty tag', { tags: ['jazz', ' '] }, 'tags.1'],
  ['a tag that is a sentence', { tags: ['x'.repeat(31)] }, 'tags.0'],
  ['two tags in one', { tags: ['jazz,blues'] }, 'tags.0'],
])('refuses %s', async (_, change, field) => {
  const { data } = await create('Refused kinds')
  const { status, error } = await put(data.event, change)
  expect(status).toBe(422)
  expect(error.details).toContainEqual(expect.objectContaining({ path: `fields.${field}` }))
})
