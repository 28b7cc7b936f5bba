import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { Delivery, Webhook } from '#contracts/console/developers/webhooks.ts'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import { deliverWebhooks } from '#server/jobs/deliver-webhooks.ts'
import { deleteWebhookEvents } from '#server/jobs/delete-webhook-events.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const WEBHOOKS = '/api/promoter/webhooks'
const DELIVERIES = '/api/promoter/webhook-deliveries'
const HOUR = 3_600_000
const WHEN_SENT = { timeout: 45_000 }

let fixture: ConsoleFixture
let receiver: WebhookReceiver
let ticketTypeId: string
beforeEach(async () => {
  fixture = await openConsoleFixture()
  receiver = await startWebhookReceiver()
  const { promoterId, eventId } = fixture
  ticketTypeId = await insertTicketType(fixture.context.db, {
    promoterId,
    eventId,
    priceCents: 2050,
    capacity: 50,
  })
})
afterEach(async () => {
  await receiver.close()
  await fixture.close()
})

const listen = async (events: readonly string[] = WEBHOOK_EVENTS) => {
  const answer = await fixture.owner.ask<{ webhook: Webhook; secret: string }>('POST', WEBHOOKS, {
    body: { url: receiver.url, events },
  })
  expect(answer.status).toBe(201)
  return answer.data
}
const order = async () => {
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 2 })
  return (await fixture.checkout(cartId, 41)).data.order
}
const sell = async () => {
  const placed = await order()
  await fixture.pay(placed.id, CARDS.good)
  return placed
}
const send = () => deliverWebhooks(fixture.context)
const types = () => receiver.received.map(({ body }) => body.type)
const log = async ({ ask } = fixture.owner) =>
  (await ask<{ deliveries: Delivery[] }>('GET', DELIVERIES)).data.deliveries
const move = (about: string, set: ReturnType<typeof sql>) =>
  sql`update events set ${set} where id = ${about}`.execute(fixture.context.db)
const rename = (title: string) => move(fixture.eventId, sql`title = ${title}`)
const titles = () => receiver.received.map(({ body }) => body.data['title'])
const kept = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_events`.execute(
    fixture.context.db,
  )
  return rows[0]?.count
}

describe('a webhook event', () => {
  test('of a sale is signed, in order, in major units', async () => {
    const { secret } = await listen()
    const { id, number } = await sell()
    await send()
    expect(types().filter((type) => type.startsWith('order'))).toEqual(['order.created', 'order.paid'])
    expect(types().filter((type) => type.startsWith('ticket'))).toEqual(['ticket.issued', 'ticket.issued'])
    expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true)
    const paid = receiver.received.find(({ body }) => body.type === 'order.paid')
    expect(paid?.body.data).toMatchObject({
      id,
      number,
      status: 'paid',
      currency: 'EUR',
      total: 41,
      refunded: 0,
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
      items: [{ ticketTypeId, eventId: fixture.eventId, quantity: 2, price: 20.5 }],
    })
    expect(paid?.headers['webhook-id']).toBe(paid?.body.id)
    expect(paid?.headers['content-type']).toBe('application/json')
    const ticket = receiver.received.find(({ body }) => body.type === 'ticket.issued')?.body.data
    expect(ticket).toMatchObject({ orderId: id, status: 'valid', holder: 'Ada Lovelace' })
  })

  test('of a refund is sent when all its effects are committed', async () => {
    await listen(['order.refunded', 'ticket.voided', 'ticket.changed'])
    const { id } = await sell()
    await fixture.owner.ask('POST', `/api/promoter/orders/${id}/refunds`, { body: { all: true } })
    await send()
    expect(types().toSorted()).toEqual(['order.refunded', 'ticket.voided', 'ticket.voided'])
    const refunded = receiver.received.find(({ body }) => body.type === 'order.refunded')
    expect(refunded?.body.data).toMatchObject({
      status: 'refunded',
      total: 41,
      refunded: 41,
      refund: { amount: 41 },
    })
  })

  test('of a cancelled order is sent; none of drafts; changed and cancelled events are', async () => {
    await listen()
    const { promoterId, eventId } = fixture
    const placed = await order()
    await sql`update orders set status = 'cancelled' where id = ${placed.id}`.execute(fixture.context.db)
    await move(eventId, sql`updated_at = now()`)
    await rename('Renamed')
    await move(eventId, sql`status = 'draft'`)
    await rename('Secret')
    await move(eventId, sql`status = 'published'`)
    await move(eventId, sql`status = 'cancelled'`)
    await send()
    expect(types().filter((type) => type.startsWith('order'))).toEqual(['order.created', 'order.cancelled'])
    expect(types().filter((type) => type.startsWith('event'))).toEqual([
      'event.updated',
      'event.updated',
      'event.published',
      'event.cancelled',
    ])
    const updated = receiver.received.find(({ body }) => body.type === 'event.updated')
    expect(updated?.body.data).toMatchObject({ title: 'Renamed', startsAt: '2026-12-01T20:00:00.000Z' })
    expect(promoterId).toBe(fixture.promoterId)
  })

  test('is not sent for unpublished changes, even when unpublishing', async () => {
    await listen(['event.updated', 'event.published'])
    const about = `/api/promoter/events/${fixture.eventId}`
    const view = async () => (await fixture.owner.ask<{ event: ConsoleEvent }>('GET', about)).data.event
    const write = async (title: string, day: string) => {
      const { version, fields } = await view()
      const when = { startsAt: `${day}T21:00`, endsAt: `${day}T23:00`, doorsAt: null }
      const answer = await fixture.owner.ask('PUT', about, {
        body: { version, fields: { ...fields, ...when, title } },
      })
      expect(answer.status).toBe(200)
    }
    const go = async (verb: string) => {
      const { version } = await view()
      expect((await fixture.owner.ask('POST', `${about}/${verb}`, { body: { version } })).status).toBe(200)
    }
    // The slug doesn't change.
    await move(fixture.eventId, sql`published_at = now()`)
    await write('Moved', '2026-12-02')
    await go('publish')
    await write('Secret', '2026-12-09')
    await go('unpublish')
    await write('Still secret', '2026-12-16')
    await go('publish')
    await send()
    const told = receiver.received.map(({ body: { type, data } }) => [
      type,
      data['status'],
      data['title'],
      data['startsAt'],
    ])
    expect(told).toEqual([
      ['event.updated', 'published', 'Moved', '2026-12-02T20:00:00.000Z'],
      ['event.updated', 'draft', 'Moved', '2026-12-02T20:00:00.000Z'],
      ['event.published', 'published', 'Still secret', '2026-12-16T20:00:00.000Z'],
    ])
  })

  test('is not stored for inactive or unsubscribed endpoints', async () => {
    await sell()
    expect(await kept()).toBe(0)
    const { webhook } = await listen(['event.published'])
    await sell()
    expect(await kept()).toBe(0)
    const body = { url: webhook.url, events: WEBHOOK_EVENTS, isActive: false, version: webhook.version }
    expect((await fixture.owner.ask('PUT', `${WEBHOOKS}/${webhook.id}`, { body })).status).toBe(200)
    await sell()
    expect(await kept()).toBe(0)
  })

  test('is not sent for a rolled-back change', async () => {
    await listen()
    await fixture.context.db
      .transaction()
      .execute(async (trx) => {
        await sql`update events set title = 'Never' where id = ${fixture.eventId}`.execute(trx)
        throw new Error('Undone.')
      })
      .catch(() => undefined)
    await send()
    expect(receiver.received).toEqual([])
  })

  test('loses the personal data of a deleted account', async () => {
    await listen()
    const { id } = await sell()
    await sql`update orders set email = 'deleted@account.invalid' where id = ${id}`.execute(
      fixture.context.db,
    )
    const { rows } = await sql<{ data: string }>`select data::text from webhook_events`.execute(
      fixture.context.db,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ data }) => /Ada|Lovelace/.test(data))).toEqual([])
  })
})

describe('what does not arrive', () => {
  test('is retried with growing delays, before later events of the same object', async () => {
    await listen()
    receiver.answerWith(500)
    await rename('First')
    await rename('Second')
    await send()
    expect(titles()).toEqual(['First'])
    const [, first] = await log()
    expect(first).toMatchObject({ status: 'waiting', attempts: 1, responseStatus: 500 })
    const wait = Date.parse(first?.nextAttemptAt ?? '') - fixture.clock.now()
    expect(wait).toBeGreaterThanOrEqual(4500)
    expect(wait).toBeLessThanOrEqual(5500)

    await send()
    expect(titles(), 'not before its time').toEqual(['First'])
    fixture.clock.advance(6000)
    await send()
    expect(titles()).toEqual(['First', 'First'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    receiver.answerWith(204)
    fixture.clock.advance(70_000)
    await send()
    expect(titles()).toEqual(['First', 'First', 'First', 'Second'])
    expect((await log()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('doesn’t delay other objects', async () => {
    await listen(['event.updated', 'order.created'])
    receiver.answerWith(500)
    await rename('Stuck')
    await send()
    receiver.answerWith(200)
    await order()
    await send()
    expect(types()).toEqual(['event.updated', 'order.created'])
  })

  test('for long delays no other endpoint', async () => {
    const slow = await startWebhookReceiver()
    try {
      slow.answerWith('silence')
      const events = ['ticket.issued']
      await fixture.owner.ask('POST', WEBHOOKS, { body: { url: slow.url, events } })
      await listen(events)
      for (let sold = 0; sold < 8; sold++) await sell()
      const sending = send()
      // Its first five deliveries occupy the slow endpoint for ten seconds.
      await expect.poll(() => [receiver.received.length, slow.received.length], WHEN_SENT).toEqual([16, 5])
      await slow.close()
      await sending
    } finally {
      await slow.close().catch(() => undefined)
    }
  })

  test('is stopped with the node', async () => {
    await listen(['ticket.issued'])
    for (let sold = 0; sold < 4; sold++) await sell()
    await deliverWebhooks(fixture.context, AbortSignal.abort())
    expect(receiver.received).toEqual([])
    expect((await log()).map(({ status }) => status)).toEqual(Array(8).fill('waiting'))
  })

  test.each([
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }],
    ['not found', 404, {}],
  ])('%s is no arrival', async (_, status, headers) => {
    await listen()
    receiver.answerWith(status, { headers })
    await rename('Led away')
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(await log()).toMatchObject([{ status: 'waiting', responseStatus: status }])
  })

  test('of an endless response the first kilobyte is stored', async () => {
    await listen()
    receiver.answerWith(400, { body: `no\0pe${'x'.repeat(5_000_000)}` })
    await rename('Long')
    await send()
    const [delivery] = await log()
    const { data } = await fixture.owner.ask<{ requestBody: string; responseBody: string }>(
      'GET',
      `${DELIVERIES}/${delivery?.id}`,
    )
    expect(data.responseBody).toHaveLength(1023)
    expect(data.responseBody).toMatch(/^nopex+$/)
    expect(data.requestBody).toBe(receiver.received[0]?.text)
  })

  test('for three days is given up: the endpoint is turned off, the owner emailed once, and all can be replayed', async () => {
    const { webhook } = await listen()
    receiver.answerWith(503)
    await rename('First')
    await sell()
    for (let hours = 0; hours <= 81; hours += 9) {
      await send()
      fixture.clock.advance(9 * HOUR)
    }
    // The session from three days ago has expired.
    const owner = await fixture.join('owner')
    const [after] = (await owner.ask<{ webhooks: Webhook[] }>('GET', WEBHOOKS)).data.webhooks
    expect(after).toMatchObject({ isActive: false, givenUpAt: expect.any(String) })
    expect(new Set((await log(owner)).map(({ status }) => status))).toEqual(new Set(['failed']))
    const { rows } = await sql<{ payload: unknown }>`
      select payload from mails where kind = 'webhook_failed'`.execute(fixture.context.db)
    expect(rows).toEqual([
      { payload: { accountId: fixture.owner.accountId, url: receiver.url, isOver: true } },
    ])
    const tries = receiver.received.length
    fixture.clock.advance(HOUR / 2)
    await send()
    expect(receiver.received).toHaveLength(tries)

    receiver.answerWith(200)
    const body = { url: receiver.url, events: WEBHOOK_EVENTS, isActive: true, version: after?.version }
    await owner.ask('PUT', `${WEBHOOKS}/${webhook.id}`, { body })
    const missed = async () =>
      (await owner.ask<{ webhooks: Webhook[] }>('GET', WEBHOOKS)).data.webhooks[0]?.missedSince
    const since = await missed()
    const replayed = await owner.ask('POST', `${WEBHOOKS}/${webhook.id}/replay`, { body: { since } })
    expect(replayed.data).toEqual({ replayed: 5 })
    expect(await missed()).toBeNull()
    await send()
    expect(new Set((await log(owner)).map(({ status }) => status))).toEqual(new Set(['delivered']))
  })

  test('with 410 Gone is given up at once', async () => {
    await listen()
    receiver.answerWith(410)
    await rename('Gone')
    await send()
    expect(await log()).toMatchObject([{ status: 'failed', responseStatus: 410 }])
    expect((await fixture.owner.ask('GET', WEBHOOKS)).data).toMatchObject({
      webhooks: [{ isActive: false, missedSince: expect.any(String) }],
    })
  })

  test('and a successful one can be replayed', async () => {
    await listen()
    await rename('Once more')
    await send()
    const [delivery] = await log()
    expect((await fixture.owner.ask('POST', `${DELIVERIES}/${delivery?.id}/replay`)).status).toBe(200)
    await send()
    expect(titles()).toEqual(['Once more', 'Once more'])
    expect(receiver.received[0]?.text).toBe(receiver.received[1]?.text)
  })
})

describe('several nodes', () => {
  test('send each message once', async () => {
    await listen(['event.updated', 'ticket.issued', 'order.paid'])
    await Promise.all([sell(), sell(), sell(), sell()])
    await Promise.all([send(), send(), send()])
    const ids = receiver.received.map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(types().toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'order.paid'),
      ...Array.from({ length: 8 }, () => 'ticket.issued'),
    ])
  })

  test('resend the messages of a crashed node a minute later', async () => {
    await listen()
    await rename('Taken')
    const until = new Date(fixture.clock.now() + 60_000)
    await sql`update webhook_deliveries set taken_until = ${until}`.execute(fixture.context.db)
    await send()
    expect(receiver.received).toEqual([])
    fixture.clock.advance(60_000)
    await send()
    expect(titles()).toEqual(['Taken'])
  })

  test('delete messages older than a month', async () => {
    await listen()
    await rename('Old')
    await send()
    await rename('Old, and still on its way')
    await sql`update webhook_events set created_at = '2026-10-01'`.execute(fixture.context.db)
    await deleteWebhookEvents(fixture.context)
    expect(await log()).toMatchObject([{ status: 'waiting' }])
    await sql`update webhook_endpoints set is_active = false`.execute(fixture.context.db)
    await deleteWebhookEvents(fixture.context)
    expect(await log()).toEqual([])
  })
})
