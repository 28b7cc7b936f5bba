import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const EVENTS = '/api/promoter/events'
const QUESTION = { id: 'q1', scope: 'order', label: 'Diet?', kind: 'text', choices: [], required: false }
const POST = { method: 'post', price: 2 }

test.each([
  ['delivery', [POST, { ...POST, price: 3 }], 'fields.delivery'],
  ['delivery', [{ ...POST, price: 2.345 }], 'fields.delivery.0.price'],
  ['questions', [QUESTION, { ...QUESTION, scope: 'attendee' }], 'fields.questions'],
  [
    'returns',
    { days: 1, feePercent: 0, feePerTicket: 0.005, returnsFees: true },
    'fields.returns.feePerTicket',
  ],
])('an event isn’t saved with the %s %j', async (name, value, path) => {
  const { owner } = fixture
  const body = { title: 'Refused', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' }
  const { data } = await owner.ask<{ event: ConsoleEvent }>('POST', EVENTS, { body, key: randomUUID() })
  const { id, version, fields } = data.event
  const saved = await owner.ask('PUT', `${EVENTS}/${id}`, {
    body: { version, fields: { ...fields, [name]: value } },
  })
  expect(saved).toMatchObject({ status: 422, error: { details: [{ path }] } })
})
