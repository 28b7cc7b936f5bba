import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#server/db/is-database-down.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const CODES =
  '08006 25006 25P03 28P01 3D000 40001 40P01 53100 53300 55P03 57014 57P01 57P02 57P03 58030 ECONNREFUSED ECONNRESET EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'

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
  ])('pg’s “%s” is one', (message) => {
    expect(isDatabaseDown(new Error(message))).toBe(true)
  })

  test.each(['23505', '22P02', '42P01', '42703', '25P02'])('%s is none: it is a bug', (code) => {
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
  ])('%s in the middle of a checkout: 503, and the same key buys once it is over', async (_, code) => {
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
