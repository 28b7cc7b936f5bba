import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const EVENTS = '/api/promoter/events'
const create = (path: string, body: object) =>
  fixture.owner.ask<{ event: ConsoleEvent }>('POST', EVENTS + path, { body, key: randomUUID() })

// The clocks in Berlin go from 02:00 to 03:00 on 28 March 2027.
const EVE = '2027-03-27T23:30'

it('an event three hours before a skipped hour ends after it', async () => {
  const { status, data } = await create('', { title: 'Long night', startsAt: EVE, timeZone: 'Europe/Berlin' })
  expect(status).toBe(201)
  expect(data.event.fields).toMatchObject({ startsAt: EVE, endsAt: '2027-03-28T03:30' })
})

it('copies and series end, and open their doors, after a skipped hour', async () => {
  const body = { title: 'Every night', startsAt: '2027-03-20T23:30', timeZone: 'Europe/Berlin' }
  const { event } = (await create('', body)).data
  const copied = { endsAt: '2027-03-28T03:30' }
  expect((await create(`/${event.id}/duplicate`, { startsAt: EVE })).data.event.fields).toMatchObject(copied)
  const series = await fixture.owner.ask<{ events: { id: string }[] }>(
    'POST',
    `${EVENTS}/${event.id}/series`,
    {
      body: { dates: [EVE, '2027-03-28T23:30'] },
    },
  )
  const ends = await Promise.all(
    series.data.events.map(async ({ id }) => {
      const answer = await fixture.owner.ask<{ event: ConsoleEvent }>('GET', `${EVENTS}/${id}`)
      return answer.data.event.fields.endsAt
    }),
  )
  expect(ends).toEqual(['2027-03-28T03:30', '2027-03-29T02:30'])

  const { fields, version, id } = event
  const doorsAt = '2027-03-21T02:10'
  const late = { ...fields, startsAt: '2027-03-21T03:15', doorsAt, endsAt: '2027-03-21T05:00' }
  await fixture.owner.ask('PUT', `${EVENTS}/${id}`, { body: { version, fields: late } })
  expect(
    (await create(`/${id}/duplicate`, { startsAt: '2027-03-28T03:15' })).data.event.fields,
  ).toMatchObject({
    startsAt: '2027-03-28T03:15',
    doorsAt: '2027-03-28T03:10',
  })
})

it('a start in a skipped hour is refused', async () => {
  const body = { title: 'Nowhen', startsAt: '2027-03-28T02:30', timeZone: 'Europe/Berlin' }
  expect((await create('', body)).error.details).toEqual([expect.objectContaining({ path: 'startsAt' })])
})
