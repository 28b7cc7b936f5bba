import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeEach(async () => {
  fixture = await openConsoleFixture()
  const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, capacity: 10, priceCents: 0 })
  const taken = await fixture.owner.ask<{ detail: { tickets: { id: string; version: number }[] } }>(
    'POST',
    '/api/promoter/orders',
    {
      body: {
        items: [{ ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Grace', lastName: 'Hopper' },
        takenOutside: 'complimentary',
      },
    },
  )
  const [ticket] = taken.data.detail.tickets
  await fixture.owner.ask('PUT', `/api/promoter/tickets/${ticket?.id ?? ''}`, {
    body: { firstName: 'A', lastName: 'Stranger', email: 'stranger@example.com', version: ticket?.version },
  })
})
afterEach(() => fixture.close())

const send = (): Promise<Answer<{ recipients: number }>> =>
  fixture.owner.ask('POST', '/api/promoter/messages', {
    body: {
      subject: 'Hello',
      body: 'Words of ours.',
      recipients: 1,
      audience: { to: 'attendees', filter: {} },
    },
  })

test('a promoter without sales messages at most 500 holders a day, whose addresses anyone could enter', async () => {
  expect((await send()).status).toBe(201)
  await sql`update messages set recipients = 499`.execute(fixture.context.db)
  expect((await send()).status).toBe(201)
  expect((await send()).error).toMatchObject({ code: 'MESSAGE_LIMIT', details: { most: 500 } })
  await sql`update promoters set trusted_at = now()`.execute(fixture.context.db)
  expect((await send()).status).toBe(201)
})

test('an address gets at most 50 messages of a promoter a day', async () => {
  await sql`update promoters set trusted_at = now()`.execute(fixture.context.db)
  expect((await send()).status).toBe(201)
  await sql`
    insert into messages (id, promoter_id, idempotency_key, subject, body, selection, recipients, created_at)
    select gen_random_uuid(), promoter_id, 'again ' || n, subject, body, selection, 1, created_at
    from messages, generate_series(1, 49) n`.execute(fixture.context.db)
  expect((await send()).error.code).toBe('MESSAGE_LIMIT')
  fixture.clock.advance(86_400_001)
  const { bearer } = await fixture.join('owner')
  const later = await fixture.ask('POST', '/api/promoter/messages', {
    body: { subject: 'Hello', body: 'Words.', recipients: 1, audience: { to: 'attendees', filter: {} } },
    key: randomUUID(),
    bearer,
  })
  expect(later.status).toBe(201)
})
