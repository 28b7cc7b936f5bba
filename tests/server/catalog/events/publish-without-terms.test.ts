import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { insertOperatorAccount } from '#tests/support/operators.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const EVENTS = '/api/promoter/events'
const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }

type EventAnswer = Answer<{ event: ConsoleEvent }>

async function ready(title: string, currency: string, priceCents = 2500): Promise<ConsoleEvent> {
  const { context, promoterId, owner } = fixture
  const body = { title, startsAt: '2026-12-24T20:00', timeZone: 'Europe/Zurich' }
  const { data }: EventAnswer = await owner.ask('POST', EVENTS, { body })
  const { id, version, fields } = data.event
  const saved: EventAnswer = await owner.ask('PUT', `${EVENTS}/${id}`, {
    body: { version, fields: { ...fields, venue: VENUE, currency } },
  })
  await insertTicketType(context.db, { promoterId, eventId: id, priceCents })
  return saved.data.event
}

const publish = ({ id, version }: ConsoleEvent): Promise<EventAnswer> =>
  fixture.owner.ask('POST', `${EVENTS}/${id}/publish`, { body: { version } })

test('paid tickets need terms in their currency, where operators run the platform', async () => {
  const { context, promoterId } = fixture
  const withoutOperators = await publish(await ready('In kronor', 'SEK'))
  expect(withoutOperators.status).toBe(200)
  await insertOperatorAccount(context)
  const event = await ready('In francs', 'CHF')
  const refused = await publish(event)
  expect(refused.error.code).toBe('NOT_READY')
  expect(refused.error.details).toEqual([
    { path: 'currency', message: 'Sales in CHF aren’t set up on this platform yet. Ask its operator.' },
  ])
  expect((await publish(await ready('Free in francs', 'CHF', 0))).status).toBe(200)
  expect((await publish(await ready('In euros', 'EUR'))).status).toBe(200)
  await insertTerms(context.db, { promoterId, currency: 'CHF' })
  expect((await publish(event)).status).toBe(200)
})

test('an event that is published already can be corrected', async () => {
  const { owner } = fixture
  const [first] = (
    await owner.ask<{ events: { id: string; title: string }[] }>('GET', EVENTS)
  ).data.events.filter(({ title }) => title === 'In kronor')
  const path = `${EVENTS}/${first?.id}`
  const { data }: EventAnswer = await owner.ask('GET', path)
  const { version, fields } = data.event
  const body = { version, fields: { ...fields, title: 'In Swedish kronor' } }
  const changed: EventAnswer = await owner.ask('PUT', path, { body })
  expect((await publish(changed.data.event)).status).toBe(200)
})
