import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventChangeEmail } from '#contracts/console/event-change-email.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { Order } from '#model/sales/orders.ts'
import {
  sendChangeNotifications,
  notifyLateBuyers,
} from '#server/jobs/notifications/send-change-notifications.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

interface Show {
  eventId: string
  typeId: string
}

const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }
const MOVED = { ...VENUE, name: 'Tempodrom', street: 'Möckernstraße 10' }
const LATER = { startsAt: '2026-12-12T20:00', endsAt: '2026-12-12T23:00', doorsAt: '2026-12-12T19:00' }

async function putOn(): Promise<Show> {
  const { context, promoterId } = fixture
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-05T20:00:00Z') })
  await sql`update events set published_at = now() where id = ${eventId}`.execute(context.db)
  const typeId = await insertTicketType(context.db, {
    promoterId,
    eventId,
    priceCents: 2500,
    capacity: 1000,
  })
  return { eventId, typeId }
}

async function order(typeId: string, quantity = 1): Promise<string> {
  const cartId = newCartId()
  await fixture.hold(cartId, { [typeId]: quantity })
  return (await fixture.checkout(cartId, 25 * quantity)).data.order.id
}

async function buy(typeId: string, quantity = 1): Promise<string> {
  const orderId = await order(typeId, quantity)
  await fixture.pay(orderId, CARDS.good)
  return orderId
}

type Event = Answer<{ event: ConsoleEvent }>

const view = async (id: string): Promise<ConsoleEvent> =>
  (await fixture.owner.ask<{ event: ConsoleEvent }>('GET', `/api/promoter/events/${id}`)).data.event

async function write(id: string, change: Partial<EventFields>): Promise<ConsoleEvent> {
  const { version, fields } = await view(id)
  const answer: Event = await fixture.owner.ask('PUT', `/api/promoter/events/${id}`, {
    body: { version, fields: { ...fields, ...change } },
  })
  expect(answer.status).toBe(200)
  return answer.data.event
}

async function publish(id: string, body: object = { tellBuyers: true }): Promise<Event> {
  const { version } = await view(id)
  fixture.clock.advance(1000)
  const answer: Event = await fixture.owner.ask('POST', `/api/promoter/events/${id}/publish`, {
    body: { version, ...body },
  })
  expect(answer.status).toBe(200)
  return answer
}

const newsOf = async (id: string): Promise<EventChangeEmail | null> =>
  (await fixture.owner.ask<{ news: EventChangeEmail | null }>('GET', `/api/promoter/events/${id}/news`)).data
    .news

async function lettersOf(orderId: string): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select id, kind, payload, origin, promoter_id as "promoterId", created_at as "createdAt" from mails
    where payload ->> 'orderId' = ${orderId} and kind = 'event_changed' order by created_at, id`.execute(
    fixture.context.db,
  )
  return rows
}

async function compose(letter: MailRow | undefined): Promise<OutgoingMail | undefined> {
  if (!letter) throw new Error('There is no letter.')
  return composeMail(fixture.context, letter, 80)
}

const logged = async (eventId: string): Promise<unknown[]> => {
  const { rows } = await sql<{ told: unknown }>`
    select after -> 'buyersTold' as told from audit_log where subject_id = ${eventId} and action = 'event.published'`.execute(
    fixture.context.db,
  )
  return rows.map(({ told }) => told)
}

const ticketsOf = async (orderId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} order by position`.execute(fixture.context.db)
  return rows.map(({ id }) => id)
}

describe('publishing changes that affect buyers', () => {
  test('notifies each order once of old and new facts', async () => {
    const { eventId, typeId } = await putOn()
    const orders = [await buy(typeId, 2), await buy(typeId)]
    await write(eventId, { ...LATER, venue: MOVED })
    await publish(eventId)
    await Promise.all([sendChangeNotifications(fixture.context), sendChangeNotifications(fixture.context)])
    await sendChangeNotifications(fixture.context)
    expect((await Promise.all(orders.map(lettersOf))).map(({ length }) => length)).toEqual([1, 1])
    const mail = await compose((await lettersOf(orders[0] ?? ''))[0])
    expect(mail).toMatchObject({ subject: 'New date and place: Night Shift', to: 'ada@example.com' })
    expect(mail?.text).toContain('Saturday 5 December 2026, 21:00 – 01:00, Berlin time')
    expect(mail?.text).toContain('Saturday 12 December 2026, 20:00 – 23:00, Berlin time, doors 19:00')
    expect(mail?.text).toContain('Place before: Kraftwerk, Berlin, Germany')
    expect(mail?.text).toContain('Place now: Tempodrom, Möckernstraße 10, Berlin, Germany')
    expect(mail?.text).toMatch(/Add to calendar: http.*\.ics/)
    expect(mail?.html).toContain(`/orders/${orders[0]}`)
    expect(await logged(eventId)).toEqual([2])
  })

  test('notifies only on request, and only of relevant changes', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    await write(eventId, LATER)
    await publish(eventId, {})
    await write(eventId, { summary: 'A long night.', ageNote: '18+' })
    expect(await newsOf(eventId)).toBeNull()
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(orderId)).toEqual([])
    // Publishing saved changes is not an entry of its own.
    expect(await logged(eventId)).toEqual([])
  })

  test('a repeated call notifies nobody again, a second change does', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    const { version } = await write(eventId, LATER)
    const click = () =>
      fixture.owner.ask('POST', `/api/promoter/events/${eventId}/publish`, {
        body: { version, tellBuyers: true },
      })
    const answers = await Promise.all([click(), click(), click()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(orderId)).toHaveLength(1)
    await write(eventId, { doorsAt: '2026-12-12T18:30' })
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    const [first, second] = await lettersOf(orderId)
    expect((await compose(second))?.subject).toBe('New time: Night Shift')
    expect((await compose(second))?.text).toContain('doors 18:30')
    // Each email contains the facts at the time when it is composed, because they may arrive in another order.
    expect((await compose(first))?.text).toContain('doors 18:30')
  })

  test('skips orders without valid tickets', async () => {
    const { eventId, typeId } = await putOn()
    const [refunded, partly, between] = [await buy(typeId), await buy(typeId, 2), await buy(typeId)]
    const pending = await order(typeId)
    const restore = (orderId: string, tickets: string[]) =>
      fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body: { tickets } })
    await restore(refunded, await ticketsOf(refunded))
    await restore(partly, (await ticketsOf(partly)).slice(0, 1))
    await write(eventId, { venue: MOVED })
    expect(await newsOf(eventId)).toMatchObject({ orders: 2, what: 'place' })
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(refunded)).toEqual([])
    expect(await lettersOf(pending)).toEqual([])
    const [letter] = await lettersOf(partly)
    expect((await compose(letter))?.text.match(/General admission/g)).toHaveLength(1)
    const [late] = await lettersOf(between)
    await restore(between, await ticketsOf(between))
    expect(await compose(late)).toBeUndefined()
  })

  test('includes orders paid meanwhile, not later ones', async () => {
    const { eventId, typeId } = await putOn()
    await buy(typeId)
    const paying = await order(typeId)
    await write(eventId, LATER)
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    fixture.clock.advance(60_000)
    await fixture.pay(paying, CARDS.good)
    const after = await buy(typeId)
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(paying)).toEqual([])
    await Promise.all([notifyLateBuyers(fixture.context), notifyLateBuyers(fixture.context)])
    await notifyLateBuyers(fixture.context)
    expect(await lettersOf(paying)).toHaveLength(1)
    expect(await lettersOf(after)).toEqual([])
  })

  test('resumes after a failed batch, on two nodes', async () => {
    const { eventId, typeId } = await putOn()
    const { db } = fixture.context
    const first = await buy(typeId)
    await copyOrder(first, 1200)
    await write(eventId, LATER)
    await publish(eventId)
    expect(await logged(eventId)).toEqual([1201])
    await sql`create function break_off() returns trigger language plpgsql as $$
      begin if old.after_order_id is not null then raise 'gone'; end if; return new; end $$`.execute(db)
    await sql`create trigger breaks_off before update on told_changes for each row execute function break_off()`.execute(
      db,
    )
    await expect(sendChangeNotifications(fixture.context)).rejects.toThrow('gone')
    expect(await countLetters(eventId)).toEqual({ letters: 500, orders: 500 })
    await sql`drop function break_off() cascade`.execute(db)
    await Promise.all([sendChangeNotifications(fixture.context), sendChangeNotifications(fixture.context)])
    await sendChangeNotifications(fixture.context)
    expect(await countLetters(eventId)).toEqual({ letters: 1201, orders: 1201 })
  })

  test('sends nothing once the event is cancelled or over', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    await write(eventId, LATER)
    await publish(eventId)
    const { version } = await view(eventId)
    await sendChangeNotifications(fixture.context)
    await fixture.owner.ask('POST', `/api/promoter/events/${eventId}/cancel`, {
      body: { version, note: '', refund: false },
    })
    expect(await compose((await lettersOf(orderId))[0])).toBeUndefined()
    // Cancelled before the job ran.
    const soon = await putOn()
    const nobody = await buy(soon.typeId)
    await write(soon.eventId, LATER)
    await publish(soon.eventId)
    await fixture.owner.ask('POST', `/api/promoter/events/${soon.eventId}/cancel`, {
      body: { version: (await view(soon.eventId)).version, note: '', refund: false },
    })
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(nobody)).toEqual([])
    const past = await putOn()
    const visitor = await buy(past.typeId)
    await write(past.eventId, { startsAt: '2026-06-01T20:00', endsAt: '2026-06-01T23:00' })
    expect(await newsOf(past.eventId)).toBeNull()
    await publish(past.eventId)
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(visitor)).toEqual([])
  })

  test('sends nothing from an email delayed until after the event', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    await write(eventId, { startsAt: '2026-11-21T13:15', endsAt: '2026-11-21T13:20' })
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    const [letter] = await lettersOf(orderId)
    const untilEnd = Date.parse('2026-11-21T12:20:00Z') - fixture.clock.now()
    fixture.clock.advance(untilEnd - 1)
    expect((await compose(letter))?.subject).toBe('New date: Night Shift')
    fixture.clock.advance(1)
    expect(await compose(letter)).toBeUndefined()
  })

  test('changes made while unpublished are reported after publishing', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    const { version } = await view(eventId)
    await fixture.owner.ask('POST', `/api/promoter/events/${eventId}/unpublish`, { body: { version } })
    await write(eventId, { venue: MOVED })
    expect(await newsOf(eventId)).toMatchObject({ orders: 1, what: 'place' })
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    const [letter] = await lettersOf(orderId)
    expect((await compose(letter))?.text).toContain('Place before: Kraftwerk, Berlin, Germany')
    // Unpublished and edited: buyers are notified of what is or was last published.
    await fixture.owner.ask('POST', `/api/promoter/events/${eventId}/unpublish`, {
      body: { version: (await view(eventId)).version },
    })
    await write(eventId, { venue: { ...VENUE, name: 'Not decided yet' } })
    const mail = await compose(letter)
    expect(mail?.text).toContain('Place now: Tempodrom')
    expect(mail?.text).not.toContain('Add to calendar')
  })

  test('an unpublished event keeps its published code mode and place until it is published again', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    const codeOf = async (): Promise<string | undefined> =>
      (await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${orderId}`)).data.order.tickets[0]
        ?.code
    const { version } = await write(eventId, { codeMode: 'live' })
    const hidden: Event = await fixture.owner.ask('POST', `/api/promoter/events/${eventId}/unpublish`, {
      body: { version },
    })
    expect(hidden.data.event).toMatchObject({
      status: 'draft',
      codeMode: 'open',
      hasChanges: true,
      fields: { codeMode: 'live' },
    })
    expect(await write(eventId, { venue: MOVED })).toMatchObject({ codeMode: 'open', hasChanges: true })
    expect(await codeOf()).not.toBe('')
    expect(await lettersOf(orderId)).toEqual([])
    const { data } = await publish(eventId, { tellBuyers: false })
    expect(data.event).toMatchObject({ status: 'published', codeMode: 'live', hasChanges: false })
    expect(await codeOf()).toBe('')
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(orderId)).toHaveLength(1)
  })

  test('an unpublished event that has ended can be moved and published again', async () => {
    const { eventId } = await putOn()
    const { version } = await view(eventId)
    await fixture.owner.ask('POST', `/api/promoter/events/${eventId}/unpublish`, { body: { version } })
    await sql`update events set starts_at = '2026-01-01T20:00Z', ends_at = '2026-01-01T23:00Z', doors_at = null
      where id = ${eventId}`.execute(fixture.context.db)
    expect((await view(eventId)).missing).not.toEqual([])
    expect((await write(eventId, LATER)).missing).toEqual([])
    expect((await publish(eventId)).status).toBe(200)
  })
})

describe('notifications of an event', () => {
  test('are limited to twenty a day', async () => {
    const { eventId, typeId } = await putOn()
    await buy(typeId)
    for (let times = 0; times < 20; times += 1) await publish(eventId)
    await write(eventId, LATER)
    const { version } = await view(eventId)
    const ask = (tellBuyers: boolean): Promise<Event> =>
      fixture.owner.ask('POST', `/api/promoter/events/${eventId}/publish`, { body: { version, tellBuyers } })
    expect((await ask(true)).error.code).toBe('RATE_LIMITED')
    expect((await ask(false)).status).toBe(200)
  })

  test('are previewed with the promoter’s text, without sending', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    await write(eventId, { timeZone: 'Europe/London' })
    const put = await fixture.owner.ask('PUT', '/api/email/templates/event_changed', {
      body: {
        version: 0,
        subject: 'Moved: {{event.title}} ({{change.what}})',
        body: 'Look:\n\n{{change}}\n',
      },
    })
    expect(put.status).toBe(200)
    const news = await newsOf(eventId)
    expect(news).toMatchObject({ orders: 1, what: 'time', subject: 'Moved: Night Shift (time)' })
    expect(news?.text).toContain('Time now: Saturday 5 December 2026, 21:00 – 01:00, London time')
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(orderId)).toEqual([])
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    const mail = await compose((await lettersOf(orderId))[0])
    expect(mail?.subject).toBe('Moved: Night Shift (time)')
    const { version } = (
      await fixture.owner.ask<{ letter: { version: number } }>('GET', '/api/email/templates/event_changed')
    ).data.letter
    await fixture.owner.ask('DELETE', `/api/email/templates/event_changed?version=${version}`)
  })

  test('are in the order’s timeline', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    await write(eventId, LATER)
    await publish(eventId)
    await sendChangeNotifications(fixture.context)
    const path = `/api/promoter/orders/${orderId}`
    const { data } = await fixture.owner.ask<{ detail: OrderDetail }>('GET', path)
    expect(data.detail.timeline.map(({ text }) => text)).toContain('The event change email is on its way')
  })

  test('are available to the promoter only', async () => {
    const { eventId, typeId } = await putOn()
    const orderId = await buy(typeId)
    const { version } = await write(eventId, LATER)
    const statuses = async (bearer: string, id = eventId): Promise<number[]> => {
      const path = `/api/promoter/events/${id}`
      const read = await fixture.ask('GET', `${path}/news`, { bearer })
      const body = { version, tellBuyers: true }
      const told = await fixture.ask('POST', `${path}/publish`, { bearer, key: randomUUID(), body })
      return [read.status, told.status]
    }
    const foreign = await insertPromoter(fixture.context.db, 'Elsewhere')
    const foreigner = await openMember(fixture.context, foreign, 'owner')
    expect(await statuses(foreigner.bearer)).toEqual([403, 403])
    const startsAt = new Date('2026-12-05T20:00:00Z')
    const theirs = await insertEvent(fixture.context.db, { promoterId: foreign, startsAt })
    expect(await statuses(fixture.owner.bearer, theirs)).toEqual([404, 404])
    expect(await statuses((await fixture.join('sales')).bearer)).toEqual([403, 403])
    expect(await statuses((await fixture.join('nobody')).bearer)).toEqual([403, 403])
    await sendChangeNotifications(fixture.context)
    expect(await lettersOf(orderId)).toEqual([])
  })
})

/** Copies a paid order `count` times. */
async function copyOrder(orderId: string, count: number): Promise<void> {
  const { db } = fixture.context
  await sql`
    with copies as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'number', 'COPY-' || n, 'cart_id', gen_random_uuid()))).*
      from orders o, generate_series(1, ${count}::int) n where o.id = ${orderId} returning id, number
    )
    insert into tickets select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', c.id, 'code', c.number))).*
    from copies c, tickets t where t.order_id = ${orderId}`.execute(db)
}

async function countLetters(eventId: string): Promise<unknown> {
  const { rows } = await sql`
    select count(*)::int as letters, count(distinct m.payload ->> 'orderId')::int as orders from mails m
    where m.kind = 'event_changed' and m.payload ->> 'changeId' in (
      select id::text from told_changes where event_id = ${eventId})`.execute(fixture.context.db)
  return rows[0]
}
