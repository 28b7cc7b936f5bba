import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { parseToken, bytesToSign } from '#model/sales/door/tokens.ts'
import { SNAPSHOT_LIMIT } from '#server/sales/door/get-snapshot.ts'
import { SCAN_SYNC_LIMIT } from '#server/sales/door/sync-scans.ts'
import { openDevice, readDoorSnapshot } from '#tests/support/door.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let manager: string
let typeId: string

beforeAll(async () => {
  shop = await openShop()
  manager = (await openMember(shop.context, shop.promoterId, 'manager')).bearer
  typeId = await insertTicketType(shop.context.db, {
    ...shop,
    capacity: 10_000,
    priceCents: 1000,
    name: 'Floor',
  })
})
afterAll(() => shop.close())

async function buy(quantity = 1): Promise<Order> {
  const cartId = newCartId()
  await shop.hold(cartId, { [typeId]: quantity })
  const placed = await shop.checkout(cartId, 10 * quantity)
  await shop.pay(placed.data.order.id, CARDS.good)
  return (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${placed.data.order.id}`)).data.order
}

const buyTicket = async (): Promise<Order['tickets'][number]> => {
  const [ticket] = (await buy()).tickets
  if (!ticket) throw new Error('The order has no ticket.')
  return ticket
}

const statusOf = async (ticketId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ status: string }>`select status from tickets where id = ${ticketId}`.execute(
    shop.context.db,
  )
  return rows[0]?.status
}

test('the snapshot has every ticket with its state, and a key that verifies their codes', async () => {
  const order = await buy(2)
  const { data } = await readDoorSnapshot(shop, manager)
  const [ticket] = order.tickets
  const row = data.tickets.find(([id]) => id === ticket?.id)
  expect(row).toEqual([ticket?.id, ticket?.code.replace('-', ''), typeId, 1, 0, 'Ada Lovelace', order.number])
  expect(JSON.stringify(data)).not.toContain('ada@example.com')
  const token = parseToken(ticket?.token ?? '')
  if (!token) throw new Error('The code has another format.')
  const raw = Buffer.from(data.keys[0]?.publicKey ?? '', 'base64')
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
  const isSigned = (eventId: string): boolean =>
    verify(null, bytesToSign(token.contentBytes, eventId), key, token.signature)
  expect([isSigned(shop.eventId), isSigned(randomUUID())]).toEqual([true, false])
  expect(token).toMatchObject({ ticketId: ticket?.id, generation: 1 })
  expect(token.issuedAtSeconds).toBe(Math.floor(shop.clock.now() / 1000))
})

test('a refunded ticket is in the snapshot as refunded', async () => {
  const ticket = await buyTicket()
  const { rows } = await sql<{
    order_id: string
  }>`select order_id from tickets where id = ${ticket.id}`.execute(shop.context.db)
  const device = openDevice(shop, manager)
  await device.sync()
  const refunded = await shop.ask('POST', `/api/promoter/orders/${rows[0]?.order_id}/refunds`, {
    bearer: manager,
    key: randomUUID(),
    body: { tickets: [ticket.id] },
  })
  expect(refunded.error).toBeUndefined()
  const { data } = await device.sync()
  expect(data.tickets.find(([id]) => id === ticket.id)?.[4]).toBe(2)
})

describe('a sync', () => {
  it('stores each scan once, however often it is sent, and marks the ticket as used', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager)
    device.scan(ticket.id)
    const first = await device.sync()
    expect(first.data).toMatchObject({ stored: [1], refused: [] })
    const again = await device.sync()
    expect(again.data).toMatchObject({ stored: [1], scans: [] })
    expect(await statusOf(ticket.id)).toBe('used')
  })

  it('brings the scans of other devices once', async () => {
    const ticket = await buyTicket()
    const [one, other] = [openDevice(shop, manager, { name: 'North' }), openDevice(shop, manager)]
    await other.sync()
    one.scan(ticket.id)
    await one.sync()
    expect((await other.sync()).data.scans).toMatchObject([{ deviceId: one.id, ticketId: ticket.id }])
    expect((await other.sync()).data).toMatchObject({
      scans: [],
      devices: expect.arrayContaining([{ id: one.id, name: 'North' }]),
    })
  })

  it('reports a ticket that two offline devices admitted to both, until one of them undoes it', async () => {
    const ticket = await buyTicket()
    const [one, other] = [openDevice(shop, manager), openDevice(shop, manager)]
    one.scan(ticket.id)
    shop.clock.advance(60_000)
    const double = other.scan(ticket.id)
    const conflictsOf = (answer: Awaited<ReturnType<typeof one.sync>>) =>
      answer.data.conflicts.filter(({ ticketId }) => ticketId === ticket.id)
    expect(conflictsOf(await other.sync())).toEqual([])
    expect(conflictsOf(await one.sync())).toMatchObject([
      { first: { deviceId: one.id }, second: { deviceId: other.id } },
    ])
    expect(conflictsOf(await other.sync())).toHaveLength(1)
    other.scan(ticket.id, {
      kind: 'undo',
      undoes: { deviceId: other.id, seq: double.seq },
      reason: 'Sent away',
    })
    expect(conflictsOf(await other.sync())).toEqual([])
    expect(await statusOf(ticket.id)).toBe('used')
  })

  it('makes a ticket valid again when its only entry is undone', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager)
    const { seq } = device.scan(ticket.id)
    device.scan(ticket.id, { kind: 'undo', undoes: { deviceId: device.id, seq }, reason: 'Wrong person' })
    await device.sync()
    expect(await statusOf(ticket.id)).toBe('valid')
  })

  it('corrects the clock of a device, so that the earlier entry counts', async () => {
    const ticket = await buyTicket()
    const [slow, fast] = [
      openDevice(shop, manager, { clockErrorMs: -600_000 }),
      openDevice(shop, manager, { clockErrorMs: 600_000 }),
    ]
    fast.scan(ticket.id)
    shop.clock.advance(60_000)
    slow.scan(ticket.id)
    await slow.sync()
    const { conflicts } = (await fast.sync()).data
    expect(conflicts.find(({ ticketId }) => ticketId === ticket.id)).toMatchObject({
      first: { deviceId: fast.id },
      second: { deviceId: slow.id },
    })
  })

  it('refuses scans of other tickets one by one, and keeps the rest', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager)
    device.scan(randomUUID())
    device.scan(ticket.id)
    device.scan(ticket.id, { kind: 'undo', reason: 'Wrong person' })
    expect((await device.sync()).data).toMatchObject({
      stored: [2],
      refused: [{ seq: 1, reason: 'This ticket isn’t for this event.' }, { seq: 3 }],
    })
  })

  it('of many devices at once loses and doubles nothing', async () => {
    const tickets = (await Promise.all([buy(10), buy(10)])).flatMap((order) => order.tickets)
    const devices = Array.from({ length: 8 }, () => openDevice(shop, manager))
    for (const device of devices) for (const { id } of tickets) device.scan(id)
    await Promise.all([...devices, ...devices].map((device) => device.sync()))
    const all = await Promise.all(devices.map(async (device) => (await device.sync()).data))
    const ids = new Set(tickets.map(({ id }) => id))
    for (const { conflicts, conflictCount } of all) {
      expect(conflicts).toHaveLength(100)
      expect(conflictCount).toBeGreaterThanOrEqual(20 * 7)
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from scans where ticket_id = any(${[...ids]}::uuid[])`.execute(
      shop.context.db,
    )
    expect(rows[0]?.count).toBe(160)
  })

  it('is refused with the id of another account’s device', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager, { name: 'North' })
    await device.sync()
    const { bearer } = await openMember(shop.context, shop.promoterId, 'manager')
    const stranger = openDevice(shop, bearer, { id: device.id, name: 'Mine' })
    stranger.scan(ticket.id)
    expect((await stranger.sync()).error.code).toBe('DEVICE_TAKEN')
    expect(await statusOf(ticket.id)).toBe('valid')
    device.scan(ticket.id)
    const { data } = await device.sync()
    expect(data).toMatchObject({
      stored: [1],
      devices: expect.arrayContaining([{ id: device.id, name: 'North' }]),
    })
  })

  it('refuses a scan whose number was used for another', async () => {
    const [one, other] = [await buyTicket(), await buyTicket()]
    const device = openDevice(shop, manager)
    const scan = device.scan(one.id)
    await device.sync()
    const scans = [{ ...scan, ticketId: other.id }]
    const reason = 'This sequence number was already used for another scan of this device.'
    expect((await device.sync({ scans })).data).toMatchObject({ stored: [], refused: [{ seq: 1, reason }] })
    const asExit = [{ ...scan, kind: 'exit' as const }]
    expect((await device.sync({ scans: asExit })).data).toMatchObject({
      stored: [],
      refused: [{ seq: 1, reason }],
    })
    const inCapitals = [{ ...scan, ticketId: scan.ticketId.toUpperCase() }]
    expect((await device.sync({ scans: inCapitals })).data).toMatchObject({ stored: [1], refused: [] })
    expect(await statusOf(other.id)).toBe('valid')
  })

  it('refuses an undo of a scan that isn’t stored, or that is another ticket’s', async () => {
    const [ticket, other] = [await buyTicket(), await buyTicket()]
    const [device, victim] = [openDevice(shop, manager), openDevice(shop, manager)]
    const undo = (seq: number) => ({
      kind: 'undo' as const,
      undoes: { deviceId: victim.id, seq },
      reason: 'Wrong person',
    })
    device.scan(ticket.id, undo(1))
    expect((await device.sync()).data).toMatchObject({
      stored: [],
      refused: [{ seq: 1, reason: 'The scan to undo is missing.' }],
    })
    victim.scan(ticket.id)
    await victim.sync()
    expect(await statusOf(ticket.id)).toBe('used')
    const elsewhere = device.scan(other.id, undo(1))
    expect((await device.sync({ scans: [elsewhere] })).data.refused).toMatchObject([{ seq: elsewhere.seq }])
    const allowed = device.scan(ticket.id, undo(1))
    expect((await device.sync({ scans: [allowed] })).data.stored).toEqual([allowed.seq])
    const again = device.scan(ticket.id, {
      ...undo(1),
      undoes: { deviceId: device.id, seq: allowed.seq },
    })
    expect((await device.sync({ scans: [again] })).data.refused).toMatchObject([{ seq: again.seq }])
    expect(await statusOf(ticket.id)).toBe('valid')
  })

  it('refuses an undo and an entry against the verdict without a reason', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager)
    const { seq } = device.scan(ticket.id)
    device.scan(ticket.id, { isOverride: true, reason: ' ' })
    device.scan(ticket.id, { kind: 'undo', undoes: { deviceId: device.id, seq } })
    const reason = 'The reason is missing.'
    expect((await device.sync()).data).toMatchObject({
      stored: [1],
      refused: [
        { seq: 2, reason },
        { seq: 3, reason },
      ],
    })
  })

  it('says to try again while another sync of the event goes on, and holds no connection', async () => {
    const ticket = await buyTicket()
    const [device, idle] = [openDevice(shop, manager), openDevice(shop, manager)]
    device.scan(ticket.id)
    await shop.context.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`scans:${shop.eventId}`}, 0))`.execute(trx)
      expect((await device.sync()).error).toMatchObject({
        code: 'RATE_LIMITED',
        details: { retryAfterSeconds: 2 },
      })
      expect((await idle.sync()).success).toBe(true)
    })
    expect((await device.sync()).data.stored).toEqual([1])
  })

  it('is limited per account, as snapshots are', async () => {
    const { accountId, bearer } = await openMember(shop.context, shop.promoterId, 'manager')
    await shop.context.limits.consume(SCAN_SYNC_LIMIT, accountId, SCAN_SYNC_LIMIT.points)
    await shop.context.limits.consume(SNAPSHOT_LIMIT, accountId, SNAPSHOT_LIMIT.points)
    expect((await openDevice(shop, bearer).sync()).error.code).toBe('RATE_LIMITED')
    expect((await readDoorSnapshot(shop, bearer)).error.code).toBe('RATE_LIMITED')
    expect((await openDevice(shop, manager).sync()).success).toBe(true)
  })

  it('stores at most 200 scans of a ticket', async () => {
    const ticket = await buyTicket()
    const device = openDevice(shop, manager)
    for (let count = 0; count < 150; count += 1) device.scan(ticket.id, { kind: 'exit' })
    await device.sync()
    const more = Array.from({ length: 51 }, () => device.scan(ticket.id, { kind: 'exit' }))
    expect((await device.sync({ scans: more })).data.refused).toEqual([
      { seq: 201, reason: 'This ticket has reached the limit of 200 scans.' },
    ])
  })

  it('registers at most 200 devices of an event', async () => {
    const { context, promoterId, eventId } = shop
    const now = new Date(shop.clock.now())
    const known = openDevice(shop, manager)
    await known.sync()
    await sql`
      insert into door_devices (id, promoter_id, event_id, name, created_at, last_sync_at)
      select gen_random_uuid(), ${promoterId}, ${eventId}, 'Filler', ${now}, ${now} from generate_series(1, 200)`.execute(
      context.db,
    )
    expect((await openDevice(shop, manager).sync()).error.code).toBe('DEVICES_FULL')
    expect((await known.sync()).success).toBe(true)
    await sql`delete from door_devices where name = 'Filler'`.execute(context.db)
  })

  it('is refused to a revoked device', async () => {
    const device = openDevice(shop, manager)
    await device.sync()
    await sql`update door_devices set revoked_at = now() where id = ${device.id}`.execute(shop.context.db)
    expect((await device.sync()).error.code).toBe('DEVICE_REVOKED')
  })
})

test('a sync asks for a new snapshot when more tickets have changed than it brings', async () => {
  const { db } = shop.context
  const { id } = await buyTicket()
  const device = openDevice(shop, manager)
  expect((await device.sync()).data).toMatchObject({ needsSnapshot: false })
  await sql`
    insert into tickets (promoter_id, order_id, position, event_id, ticket_type_id, code, holder, created_at)
    select t.promoter_id, t.order_id, n, t.event_id, t.ticket_type_id, 'COPY-' || n, t.holder, t.created_at
    from tickets t, generate_series(1000, 21000) n where t.id = ${id}`.execute(db)
  expect((await device.sync()).data).toMatchObject({ needsSnapshot: true, tickets: [], completeUntilMs: 0 })
  await sql`delete from tickets where code like 'COPY-%'`.execute(db)
})

test('snapshots and syncs end two days after the event, as the list does', async () => {
  const { promoterId, clock } = shop
  const eventId = await insertEvent(shop.context.db, { promoterId, startsAt: new Date(clock.now()) })
  const endAt = async (ms: number) =>
    sql`update events set starts_at = ${new Date(ms - 1)}, ends_at = ${new Date(ms)} where id = ${eventId}`.execute(
      shop.context.db,
    )
  const codes = async () => {
    const answers = [
      await readDoorSnapshot(shop, manager, eventId),
      await openDevice(shop, manager).sync({ eventId }),
    ]
    return answers.map((answer) => (answer.success ? 'reached' : answer.error.code))
  }
  const twoDays = 2 * 86_400_000
  await endAt(clock.now() - twoDays + 60_000)
  expect(await codes()).toEqual(['reached', 'reached'])
  await endAt(clock.now() - twoDays)
  expect(await codes()).toEqual(['NOT_FOUND', 'NOT_FOUND'])
})

test('a position is a whole number', async () => {
  const { error } = await openDevice(shop, manager).sync({ position: 1.5 })
  expect(error.code).toBe('VALIDATION_ERROR')
})

describe('door staff', () => {
  it('reach the events that they are assigned to', async () => {
    const { accountId, bearer } = await openMember(shop.context, shop.promoterId, 'door')
    expect((await readDoorSnapshot(shop, bearer)).error.code).toBe('NOT_FOUND')
    expect((await openDevice(shop, bearer).sync()).error.code).toBe('NOT_FOUND')
    await sql`
      insert into assignments (promoter_id, account_id, event_id, role, starts_at, ends_at)
      values (${shop.promoterId}, ${accountId}, ${shop.eventId}, 'door', now(), now() + interval '1 hour')`.execute(
      shop.context.db,
    )
    expect((await readDoorSnapshot(shop, bearer)).success).toBe(true)
    const listed = await shop.ask<{ events: { id: string }[] }>('GET', '/api/door/events', { bearer })
    expect(listed.data.events.map(({ id }) => id)).toEqual([shop.eventId])
  })

  it('are separate from sales staff and from other promoters', async () => {
    const sales = await openMember(shop.context, shop.promoterId, 'sales')
    expect((await readDoorSnapshot(shop, sales.bearer)).error.code).toBe('FORBIDDEN')
    const promoterId = await insertPromoter(shop.context.db, 'Nordlys')
    const eventId = await insertEvent(shop.context.db, {
      promoterId,
      startsAt: new Date('2026-12-01T20:00:00Z'),
    })
    expect((await readDoorSnapshot(shop, manager, eventId)).error.code).toBe('NOT_FOUND')
    expect((await openDevice(shop, manager).sync({ eventId })).error.code).toBe('NOT_FOUND')
  })
})

test('scans keep the account that sent them, until it is deleted', async () => {
  const { accountId, bearer } = await openMember(shop.context, shop.promoterId, 'manager')
  const ticket = await buyTicket()
  const device = openDevice(shop, bearer)
  device.scan(ticket.id)
  await device.sync()
  const accountOf = async (): Promise<string | null | undefined> => {
    const { rows } = await sql<{ account_id: string | null }>`
      select account_id from scans where ticket_id = ${ticket.id}`.execute(shop.context.db)
    return rows[0]?.account_id
  }
  expect(await accountOf()).toBe(accountId)
  await sql`update scans set account_id = null where ticket_id = ${ticket.id}`.execute(shop.context.db)
  expect(await accountOf()).toBeNull()
  await expect(
    sql`update scans set account_id = ${accountId} where ticket_id = ${ticket.id}`.execute(shop.context.db),
  ).rejects.toThrow('append-only')
})

test('scans can’t be changed or deleted', async () => {
  await expect(sql`update scans set kind = 'exit'`.execute(shop.context.db)).rejects.toThrow('append-only')
  await expect(sql`delete from scans`.execute(shop.context.db)).rejects.toThrow('append-only')
})
