import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const CODES =
  '08001 08003 08004 08006 08P01 25006 25P03 25P04 28000 28P01 3D000 40001 40P01 53000 53100 53200 53300 53400 55P03 57014 57P01 57P02 57P03 57P04 57P05 58000 58030 ECONNABORTED ECONNREFUSED ECONNRESET EPIPE ENOENT ENOTCONN ETIMEDOUT EADDRNOTAVAIL EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENOTFOUND EAI_AGAIN EAI_FAIL EMFILE ENFILE'

describe('an outage', () => {
  test.each(CODES.split(' '))('%s is one', (code) => {
    expect(isDatabaseDown(Object.assign(new Error('failed'), { code }))).toBe(true)
  })

  test.each([
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated due to connection timeout',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('pg’s “%s” is one', (message) => {
    expect(isDatabaseDown(new Error(message))).toBe(true)
  })

  test('of a host with several unreachable addresses is one', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A listening TCP server has an address with a port.
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const db = createDatabase(createPool({ host: 'localhost', port, user: 'foyer' }, silentLog()))
    const failure: unknown = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(isDatabaseDown(failure)).toBe(true)
    await db.destroy()
  })

  test.each(['23505', '22P02', '42P01', '42703', '25P02'])('%s is none, but a bug', (code) => {
    expect(isDatabaseDown(Object.assign(new Error('failed'), { code }))).toBe(false)
  })
})

describe('a database that', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop()
  })
  afterEach(() => shop.close())

  test.each([
    ['is full', '53100'],
    ['can’t write to its disk', '58030'],
    ['has no connection left', '53300'],
  ])('%s during a checkout gives 503, and the same key buys afterwards', async (_, code) => {
    const { db } = shop.context
    const ticketTypeId = await insertTicketType(db, { ...shop, priceCents: 2500 })
    const cartId = crypto.randomUUID()
    const key = crypto.randomUUID()
    await shop.hold(cartId, { [ticketTypeId]: 1 })
    await sql
      .raw(
        `create function fail_now() returns trigger language plpgsql as
           $$ begin raise exception 'injected' using errcode = '${code}'; end $$;
         create trigger fail_now before insert on order_items for each row execute function fail_now()`,
      )
      .execute(db)
    expect(await shop.checkout(cartId, 25, { key })).toMatchObject({
      status: 503,
      error: { code: 'UNAVAILABLE' },
    })
    expect(await findContradictions(db)).toEqual([])
    await sql.raw('drop trigger fail_now on order_items').execute(db)
    expect(await shop.checkout(cartId, 25, { key })).toMatchObject({ status: 201 })
    expect(await shop.counters(ticketTypeId)).toMatchObject({ held: 1, sold: 0 })
    expect(await findContradictions(db)).toEqual([])
  })
})
