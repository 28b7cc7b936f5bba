import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { DoorPairing, MemberDevice } from '#contracts/console/door/devices.ts'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { Order } from '#model/sales/orders.ts'
import { LOG_SERIALIZERS } from '#server/platform/log-serializers.ts'
import { PAIRING_LIMIT_OVERALL, PAIRING_LIMIT_PER_NETWORK } from '#server/sales/door/devices/pair-device.ts'
import { openDevice, readDoorSnapshot } from '#tests/support/door.ts'
import { createPairing, pairDevice, sendCode } from '#tests/support/door-pairing.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const logged: string[] = []
let shop: Shop
let manager: { accountId: string; bearer: string }
let typeId: string

beforeAll(async () => {
  const log = pino(
    { level: 'info', serializers: LOG_SERIALIZERS },
    { write: (line: string) => void logged.push(line) },
  )
  shop = await openShop({ log })
  manager = await openMember(shop.context, shop.promoterId, 'manager')
  typeId = await insertTicketType(shop.context.db, {
    ...shop,
    capacity: 10_000,
    priceCents: 1000,
    name: 'Floor',
  })
})
afterAll(() => shop.close())
beforeEach(() => sql`delete from rate_limits`.execute(shop.context.db))

const make = (more: Partial<Parameters<typeof createPairing>[2]> = {}) =>
  createPairing(shop.ask, manager.bearer, { eventId: shop.eventId, ...more })
const pair = (more: Partial<Parameters<typeof pairDevice>[2]> = {}) =>
  pairDevice(shop.ask, manager.bearer, { eventId: shop.eventId, ...more })

const callConsole = <Data>(method: string, path: string) =>
  shop.ask<Data>(method, `/api/promoter/${path}`, { bearer: manager.bearer })
const revoke = (id: string) => callConsole('DELETE', `door-pairings/${id}`)

const listed = async () =>
  (await callConsole<{ pairings: DoorPairing[]; memberDevices: MemberDevice[] }>('GET', 'door-devices')).data
const stateOf = async (pairingId: string): Promise<string | undefined> =>
  (await listed()).pairings.find(({ id }) => id === pairingId)?.state

async function buyTicket(): Promise<string> {
  const cartId = newCartId()
  await shop.hold(cartId, { [typeId]: 1 })
  const { data } = await shop.checkout(cartId, 10)
  await shop.pay(data.order.id, CARDS.good)
  const order = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${data.order.id}`)
  return order.data.order.tickets[0]?.id ?? ''
}

async function insertGate(name: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into gates (id, promoter_id, event_id, name, position)
    values (${id}, ${shop.promoterId}, ${shop.eventId}, ${name}, 0)`.execute(shop.context.db)
  return id
}

const endEventAt = (eventId: string, ms: number) =>
  sql`update events set starts_at = ${new Date(ms - 1)}, ends_at = ${new Date(ms)} where id = ${eventId}`.execute(
    shop.context.db,
  )

test('a paired device scans and syncs without an account', async () => {
  const ticketId = await buyTicket()
  const { id, token } = await pair({ name: 'North gate 2' })
  const device = openDevice(shop, token, { name: 'Phone' })
  device.scan(ticketId)
  expect((await device.sync()).data).toMatchObject({ stored: [1], refused: [] })
  const { pairings } = await listed()
  expect(pairings.find((each) => each.id === id)).toMatchObject({
    name: 'North gate 2',
    state: 'active',
    events: [{ id: shop.eventId }],
    report: { waiting: 0, battery: null, appVersion: '1' },
  })
  const events = await shop.ask<{ events: { id: string }[] }>('GET', '/api/door/events', { bearer: token })
  expect(events.data.events.map((event) => event.id)).toEqual([shop.eventId])
})

describe('a code', () => {
  it('is typed in lower case, with confused letters and without its hyphen', async () => {
    const { code } = await make()
    const typed = code.code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await sendCode(shop.ask, typed)).success).toBe(true)
  })

  it('works once, also when many devices send it at the same time', async () => {
    const { pairing, code } = await make()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sendCode(shop.ask, code.code, { address: `192.0.2.${index + 1}` }),
      ),
    )
    const codes = answers.map(({ success, error }) => (success ? 'paired' : error.code)).toSorted()
    expect(codes).toEqual([...Array.from({ length: 7 }, () => 'PAIRING_CODE_WRONG'), 'paired'])
    expect(await stateOf(pairing.id)).toBe('active')
    expect((await sendCode(shop.ask, code.code)).error.code).toBe('PAIRING_CODE_WRONG')
  })

  it('works for 15 minutes', async () => {
    const [early, late] = [await make(), await make()]
    shop.clock.advance(15 * 60_000 - 1)
    expect((await sendCode(shop.ask, early.code.code)).success).toBe(true)
    shop.clock.advance(1)
    expect((await sendCode(shop.ask, late.code.code)).error.code).toBe('PAIRING_CODE_WRONG')
    expect(await stateOf(late.pairing.id)).toBe('expired')
  })

  it('isn’t stored', async () => {
    const { code } = await make()
    const { token } = await pair()
    const { rows } = await sql<{ row: string }>`
      select p::text || encode(p.code_hash, 'escape') as row from door_pairings p
      union all select l::text from audit_log l`.execute(shop.context.db)
    const stored = JSON.stringify(rows)
    for (const secret of [code.code, code.code.replace('-', ''), token, token.slice(4)])
      expect(stored).not.toContain(secret)
  })

  it('works on the promoter’s storefront and on the main site, not on another promoter’s', async () => {
    await insertPromoter(shop.context.db, 'Nordlys')
    await shop.context.sites.reload()
    const { code } = await make()
    const elsewhere = await sendCode(shop.ask, code.code, { host: 'nordlys.localhost' })
    expect(elsewhere.error.code).toBe('PAIRING_CODE_WRONG')
    const { data } = await sendCode(shop.ask, code.code, { host: 'localhost' })
    const snapshot = (host: string) =>
      shop.ask('GET', `/api/door/events/${shop.eventId}/snapshot`, { bearer: data.token, host })
    expect((await snapshot('localhost')).success).toBe(true)
    expect((await snapshot('nordlys.localhost')).error.code).toBe('NOT_FOUND')
  })

  it('doesn’t work once its issuer has left the team', async () => {
    const left = await openMember(shop.context, shop.promoterId, 'manager')
    const { code } = await createPairing(shop.ask, left.bearer, { eventId: shop.eventId })
    await sql`delete from members where account_id = ${left.accountId}`.execute(shop.context.db)
    expect((await sendCode(shop.ask, code.code)).error.code).toBe('PAIRING_CODE_WRONG')
  })

  it('can’t be guessed: wrong codes are limited by network and in total, correct ones are not', async () => {
    const wrong = (address: string) => sendCode(shop.ask, '0000-0000', { address })
    for (let count = 0; count < PAIRING_LIMIT_PER_NETWORK.points; count += 1)
      expect((await wrong('198.51.100.1')).error.code).toBe('PAIRING_CODE_WRONG')
    const { code } = await make()
    const guess = await sendCode(shop.ask, code.code, { address: '198.51.100.1' })
    expect(guess.error.code).toBe('RATE_LIMITED')
    for (let count = 0; count < PAIRING_LIMIT_PER_NETWORK.points + 2; count += 1) {
      const made = await make()
      expect((await sendCode(shop.ask, made.code.code, { address: '198.51.100.2' })).success).toBe(true)
    }
    await shop.context.limits.consume(PAIRING_LIMIT_OVERALL, 'all', PAIRING_LIMIT_OVERALL.points)
    expect((await wrong('198.51.100.3')).error.code).toBe('RATE_LIMITED')
  })
})

describe('a revoked device', () => {
  it('is refused with its next call, and its waiting scans aren’t stored', async () => {
    const ticketId = await buyTicket()
    const { id, token } = await pair()
    const device = openDevice(shop, token)
    await device.sync()
    device.scan(ticketId)
    expect((await revoke(id)).success).toBe(true)
    expect((await device.sync()).error.code).toBe('DEVICE_REVOKED')
    expect((await readDoorSnapshot(shop, token)).error.code).toBe('DEVICE_REVOKED')
    expect(await stateOf(id)).toBe('revoked')
    const { rows } = await sql`select from scans where ticket_id = ${ticketId}`.execute(shop.context.db)
    expect(rows).toEqual([])
  })

  it('that is paired again sends the scans that waited on it', async () => {
    const ticketId = await buyTicket()
    const { id, token } = await pair()
    const before = openDevice(shop, token)
    await before.sync()
    await revoke(id)
    const { data: code } = await callConsole<{ code: string }>('POST', `door-pairings/${id}/code`)
    expect((await before.sync()).error.code).toBe('DEVICE_REVOKED')
    const { data } = await sendCode(shop.ask, code.code)
    const after = openDevice(shop, data.token, { id: before.id })
    after.scan(ticketId)
    expect((await after.sync()).data.stored).toEqual([1])
    expect((await before.sync()).error.code).toBe('UNAUTHENTICATED')
  })

  it('can’t use a code that was issued before', async () => {
    const { pairing, code } = await make()
    await revoke(pairing.id)
    expect((await sendCode(shop.ask, code.code)).error.code).toBe('PAIRING_CODE_WRONG')
  })

  it('of a member is refused at all events, until it is allowed again', async () => {
    const member = await openMember(shop.context, shop.promoterId, 'manager')
    const device = openDevice(shop, member.bearer)
    await device.sync()
    await callConsole('DELETE', `door-devices/${device.id}`)
    expect((await device.sync()).error.code).toBe('DEVICE_REVOKED')
    const isRevoked = async () => (await listed()).memberDevices.find(({ id }) => id === device.id)?.isRevoked
    expect(await isRevoked()).toBe(true)
    await callConsole('POST', `door-devices/${device.id}/restore`)
    expect((await device.sync()).success).toBe(true)
    expect(await isRevoked()).toBe(false)
  })
})

test('access ends two days after the last event, and follows it', async () => {
  const { clock, promoterId } = shop
  const eventId = await insertEvent(shop.context.db, { promoterId, startsAt: new Date(clock.now()) })
  const { id, token } = await pair({ eventId })
  const twoDays = 2 * 86_400_000
  const answer = async () => {
    const { success, error } = await shop.ask('GET', '/api/door/events', { bearer: token })
    return success ? 'in' : error.code
  }
  await endEventAt(eventId, clock.now() - twoDays + 60_000)
  expect(await answer()).toBe('in')
  await endEventAt(eventId, clock.now() - twoDays)
  expect([await answer(), await stateOf(id)]).toEqual(['DEVICE_ENDED', 'ended'])
  expect((await callConsole('POST', `door-pairings/${id}/code`)).error.code).toBe('DEVICE_ENDED')
  await endEventAt(eventId, clock.now() + twoDays)
  expect([await answer(), await stateOf(id)]).toEqual(['in', 'active'])
})

describe('rights', () => {
  it('to undo are needed by each undo', async () => {
    const ticketId = await buyTicket()
    const { token } = await pair({ rights: ['search'] })
    const device = openDevice(shop, token)
    const { seq } = device.scan(ticketId)
    device.scan(ticketId, { kind: 'undo', undoes: { deviceId: device.id, seq }, reason: 'Wrong person' })
    expect((await device.sync()).data).toMatchObject({
      stored: [1],
      refused: [{ seq: 2, reason: 'This device isn’t allowed to undo scans.' }],
    })
  })

  it('to search are needed for names of holders', async () => {
    const ticketId = await buyTicket()
    const holderFor = async (token: string): Promise<(string | undefined)[]> => {
      const snapshot = await readDoorSnapshot(shop, token)
      const synced = await openDevice(shop, token).sync()
      return [snapshot.data.tickets, synced.data.tickets].map(
        (tickets) => tickets.find(([id]) => id === ticketId)?.[5],
      )
    }
    expect(await holderFor((await pair({ rights: ['search'] })).token)).toEqual([
      'Ada Lovelace',
      'Ada Lovelace',
    ])
    const blind = await pair({ rights: ['undo'] })
    expect(await holderFor(blind.token)).toEqual(['', ''])
    expect((await readDoorSnapshot(shop, blind.token)).data.caller).toEqual({
      rights: ['scan', 'undo'],
      gateIds: null,
    })
  })
})

test('a device of some gates scans at no others', async () => {
  const [north, south] = [await insertGate('North'), await insertGate('South')]
  const { id, token } = await pair({ gateIds: [north] })
  const device = openDevice(shop, token)
  const tickets = [await buyTicket(), await buyTicket(), await buyTicket()]
  const [first = '', second = '', third = ''] = tickets
  device.scan(first, { gateId: north })
  device.scan(second, { gateId: south })
  device.scan(third)
  const reason = 'This device isn’t allowed to scan at this gate.'
  expect((await device.sync()).data).toMatchObject({
    stored: [1],
    refused: [
      { seq: 2, reason },
      { seq: 3, reason },
    ],
  })
  expect((await readDoorSnapshot(shop, token)).data.caller.gateIds).toEqual([north])
  await sql`delete from gates where id = ${north}`.execute(shop.context.db)
  expect((await readDoorSnapshot(shop, token)).data.caller.gateIds).toEqual([])
  expect((await listed()).pairings.find((each) => each.id === id)?.gates).toEqual([])
})

test('codes and tokens are in no log, what happened to the device is', async () => {
  logged.length = 0
  const { pairing, code } = await make()
  const { data } = await sendCode(shop.ask, code.code)
  await openDevice(shop, data.token).sync()
  await revoke(pairing.id)
  await openDevice(shop, data.token).sync()
  await openDevice(shop, `${data.token.slice(0, -1)}_`).sync()
  await sendCode(shop.ask, code.code)
  shop.context.log.error({ err: new Error(`Refused ${data.token}`) }, 'A request failed')
  const lines = logged.join('\n')
  for (const secret of [code.code, code.code.replace('-', ''), data.token, data.token.slice(4)])
    expect(lines).not.toContain(secret)
  for (const event of [
    'door_pairing_created',
    'door_device_paired',
    'door_device_revoked',
    'door_token_refused',
    'door_code_refused',
  ])
    expect(lines).toContain(`"event":"${event}"`)
})

describe('a pairing', () => {
  it('is for events and gates of the promoter only', async () => {
    const { db, clock } = { ...shop.context, ...shop }
    const promoterId = await insertPromoter(db, 'Borealis')
    const foreign = await insertEvent(db, { promoterId, startsAt: new Date(clock.now()) })
    const send = (body: object) =>
      shop.ask('POST', '/api/promoter/door-pairings', {
        bearer: manager.bearer,
        body: { name: 'North', eventIds: [shop.eventId], gateIds: [], rights: [], ...body },
      })
    expect((await send({ eventIds: [shop.eventId, foreign] })).error.code).toBe('NOT_FOUND')
    expect((await send({ gateIds: [randomUUID()] })).error.code).toBe('NOT_FOUND')
    expect((await send({ eventIds: [] })).error.code).toBe('VALIDATION_ERROR')
    expect((await send({ rights: ['scan'] })).error.code).toBe('VALIDATION_ERROR')
  })

  it('is in the audit log, from its creation to its end', async () => {
    const { id } = await pair({ name: 'Logged' })
    await revoke(id)
    const { data } = await callConsole<{ entries: AuditEntry[] }>('GET', `audit-log?subject=${id}`)
    expect(data.entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['door_pairing.revoked', 'member'],
      ['door_pairing.used', 'foyer'],
      ['door_pairing.created', 'member'],
    ])
  })
})

describe('devices of one member', () => {
  const insertDevices = (accountId: string, lastSyncAt: Date) =>
    sql`
      insert into door_devices (id, promoter_id, event_id, account_id, name, created_at, last_sync_at)
      select gen_random_uuid(), ${shop.promoterId}, ${shop.eventId}, ${accountId}, 'Filler', ${lastSyncAt}, ${lastSyncAt}
      from generate_series(1, 50)`.execute(shop.context.db)

  it('are 50 at most, so that nobody fills the event', async () => {
    const member = await openMember(shop.context, shop.promoterId, 'manager')
    await insertDevices(member.accountId, new Date(shop.clock.now()))
    expect((await openDevice(shop, member.bearer).sync()).error.code).toBe('DEVICES_FULL')
    expect((await openDevice(shop, manager.bearer).sync()).success).toBe(true)
  })

  it('replace the longest idle one', async () => {
    const member = await openMember(shop.context, shop.promoterId, 'manager')
    await insertDevices(member.accountId, new Date(shop.clock.now() - 10 * 60_000))
    expect((await openDevice(shop, member.bearer).sync()).success).toBe(true)
    const { rows } = await sql`select from door_devices where account_id = ${member.accountId}`.execute(
      shop.context.db,
    )
    expect(rows).toHaveLength(50)
  })
})
