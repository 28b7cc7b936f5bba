import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { insertChangeNotification } from '#server/catalog/event-changes/change-notification-rows.ts'
import { viewOrderEvents, type OrderView } from '#server/sales/orders/view-order-events.ts'
import { openCheckInFixture, type CheckInFixture } from '#tests/support/check-in.ts'
import type { ConsoleFixture } from '#tests/support/console.ts'

let at: CheckInFixture
let fixture: ConsoleFixture
let eventId: string
let typeId: string

beforeAll(async () => {
  at = await openCheckInFixture()
  ;({ fixture } = at)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;({ eventId, typeId } = await at.openEvent())
})

/** The order's page after `ticket` was bought. */
async function view(ticketId: string): Promise<OrderView> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from tickets where id = ${ticketId}`.execute(fixture.context.db)
  const path = `/api/public/orders/${rows[0]?.id}`
  const { order } = (await fixture.ask<{ order: Order }>('GET', path)).data
  return viewOrderEvents(fixture.context, { site: fixture.context.sites.resolve(fixture.host), order })
}

describe('an order’s page', () => {
  it('says when a ticket was used, unless that was undone', async () => {
    const ticket = await at.buy(typeId)
    expect((await view(ticket.id)).admittedAt).toEqual(new Map())
    const { data } = await at.checkIn(ticket.token)
    const usedAt = new Date(fixture.clock.now()).toISOString()
    expect((await view(ticket.id)).admittedAt).toEqual(new Map([[ticket.id, usedAt]]))
    const undone = await at.scanner('POST', at.pathTo('check-ins/undo'), {
      body: { deviceId: data.scan?.deviceId, seq: data.scan?.seq, reason: 'Wrong person' },
    })
    expect([data.verdict, undone.status]).toEqual(['valid', 200])
    expect((await view(ticket.id)).admittedAt).toEqual(new Map())
  })

  it('names the original date of an event that was moved after the order', async () => {
    const ticket = await at.buy(typeId)
    expect((await view(ticket.id)).state).toMatchObject({ areOver: false, plannedFor: '' })
    const before = {
      startsAt: '2026-12-04T20:00',
      endsAt: '2026-12-04T23:00',
      doorsAt: null,
      timeZone: 'Europe/Berlin',
      venue: { name: 'Hall', street: '', city: 'Berlin', country: 'DE' },
      codeMode: 'open' as const,
      codeRevealHours: 24,
    }
    const { promoterId } = fixture
    fixture.clock.advance(60_000)
    const now = new Date(fixture.clock.now())
    await insertChangeNotification(fixture.context.db, { id: randomUUID(), promoterId, eventId, before, now })
    expect((await view(ticket.id)).state.plannedFor).toBe('Fri 4 Dec, 20:00')
    fixture.clock.advance(60_000)
    const later = await at.buy(typeId)
    expect((await view(later.id)).state.plannedFor).toBe('')
  })

  it('knows cancelled, past and withdrawn events', async () => {
    const ticket = await at.buy(typeId)
    const { db } = fixture.context
    await sql`update events set status = 'cancelled', cancel_note = 'Ill' where id = ${eventId}`.execute(db)
    expect((await view(ticket.id)).state).toMatchObject({ areCancelled: true, cancelNote: 'Ill' })
    await sql`update events set status = 'draft', cancel_note = '' where id = ${eventId}`.execute(db)
    const { events, state } = await view(ticket.id)
    expect(events).toMatchObject([{ id: eventId, event: undefined, title: expect.stringMatching(/./) }])
    expect(state).toMatchObject({ areCancelled: false, areOver: false })
    await sql`update events set status = 'published' where id = ${eventId}`.execute(db)
    fixture.clock.advance(86_400_000)
    expect((await view(ticket.id)).state.areOver).toBe(true)
  })
})
