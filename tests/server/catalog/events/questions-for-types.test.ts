import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const EVENTS = '/api/promoter/events'
const ask = async (method: string, path: string, body?: object): Promise<ConsoleEvent> => {
  const answer = await fixture.owner.ask<{ event: ConsoleEvent }>(method, `${EVENTS}${path}`, { body })
  if (!answer.success) throw new Error(answer.error.message)
  return answer.data.event
}

test('questions for ticket types are stored, and refer to a duplicate’s own types', async () => {
  const event = await ask('POST', '', {
    title: 'Asking',
    startsAt: '2026-12-24T20:00',
    timeZone: 'Europe/Berlin',
  })
  const { promoterId, context } = fixture
  const type = await insertTicketType(context.db, { promoterId, eventId: event.id, name: 'Seated' })
  const asked = { scope: 'attendee', kind: 'text', choices: [], required: false } as const
  const row = { ...asked, id: 'row', label: 'Row?', ticketTypeIds: [type] }
  const diet = { ...asked, id: 'diet', label: 'Diet?' }
  const fields = { ...event.fields, questions: [row, diet] }
  const saved = await ask('PUT', `/${event.id}`, { version: event.version, fields })
  expect(saved.fields.questions).toEqual([row, diet])
  const copy = await ask('POST', `/${event.id}/duplicate`, { startsAt: '2027-06-24T20:00' })
  const copied = await context.db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', copy.id)
    .executeTakeFirstOrThrow()
  const { fields: kept } = await ask('GET', `/${copy.id}`)
  expect(kept.questions).toEqual([{ ...row, ticketTypeIds: [copied.id] }, diet])
})
