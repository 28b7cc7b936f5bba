import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import type { Answer } from '#tests/support/ask.ts'
import { insertEvent, insertPromo, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openCustomer } from '#tests/support/people.ts'
import { fullUnless } from '#tests/support/sample.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

/** Limit of all clients together, in an hour. */
const GUESSES = 300
const OF_ONE_CLIENT = 20

let shop: Shop
let locked: string
let lockedType: string
let open: string
let secret: string

beforeAll(async () => {
  shop = await openShop()
  const { context, promoterId } = shop
  const { db } = context
  const startsAt = new Date('2026-12-03T20:00:00Z')
  locked = await insertEvent(db, { promoterId, startsAt, slug: 'locked' })
  lockedType = await insertTicketType(db, { promoterId, eventId: locked })
  await sql`update events set visibility = 'code', access_code = 'Sesame' where id = ${locked}`.execute(db)
  open = await insertTicketType(db, { ...shop, name: 'Entry' })
  secret = await insertTicketType(db, { ...shop, name: 'Guest list', accessCode: 'FRIENDS' })
  await insertPromo(db, { promoterId, code: 'TENPERCENT', percent: 10 })
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.context.db.deleteFrom('rate_limits').execute()
})

const inParallel = (
  ask: (index: number) => Promise<Answer<unknown>>,
  length = GUESSES,
): Promise<Answer<unknown>[]> => Promise.all(Array.from({ length }, (_, index) => ask(index)))
const lookedAt = (answers: readonly Answer<unknown>[]): number =>
  answers.filter((answer) => answer.success || answer.error.code !== 'RATE_LIMITED').length

/** Addresses of different /24 networks. */
const elsewhere = (index: number): string => `10.${index >> 8}.${index & 255}.7`

const unlock = (code: string, address: string) =>
  shop.ask('GET', `/api/public/events/${locked}/tickets?code=${code}`, { address })
const reveal = (code: string, address: string) =>
  shop.ask('GET', `/api/public/events/${shop.eventId}/tickets?code=${code}`, { address })
const validate = (code: string, address: string) =>
  shop.ask('POST', '/api/public/promo-codes/validate', {
    body: { code, items: [{ ticketTypeId: open, quantity: 1 }] },
    address,
  })

const DOORS = [
  ['the code of an event', unlock, 'Sesame'],
  ['the code of a ticket type', reveal, 'FRIENDS'],
  ['a promo code', validate, 'TENPERCENT'],
] as const

describe.each(DOORS)('guesses at %s', (door, guess, right) => {
  it('of one client are counted before comparison: of 60 concurrent ones, the limit', async () => {
    const answers = await inParallel((index) => guess(`GUESS${index}`, '192.0.2.1'), 3 * OF_ONE_CLIENT)
    expect(lookedAt(answers)).toBe(OF_ONE_CLIENT)
    expect((await guess(right, '192.0.2.1')).error.code).toBe('RATE_LIMITED')
    expect((await guess(right, '198.51.100.1')).success).toBe(true)
  })

  const together = 'of many networks are counted together, then two an hour per network'
  it(`${together}${fullUnless(door === DOORS[0][0])}`, async () => {
    for (const round of [0, 1]) await inParallel((index) => guess(`GUESS${round}-${index}`, elsewhere(index)))
    const third = await inParallel((index) => guess(`GUESS2-${index}`, elsewhere(index)))
    // 300 for all clients together; of the other 300, one or two per network.
    expect(lookedAt(third)).toBeLessThanOrEqual(GUESSES)
    const fourth = await inParallel((index) => guess(`GUESS3-${index}`, elsewhere(index)))
    const fifth = await inParallel((index) => guess(`GUESS4-${index}`, elsewhere(index)))
    expect(lookedAt(fourth) + lookedAt(third)).toBeLessThanOrEqual(GUESSES)
    expect(lookedAt(fifth)).toBe(0)
    expect((await guess(right, '203.0.113.1')).success).toBe(true)
  })

  it('cost nothing with a correct code', async () => {
    for (let times = 0; times <= OF_ONE_CLIENT; times += 1)
      expect((await guess(right, '192.0.2.1')).success).toBe(true)
  })
})

describe('the cookie of an event', () => {
  it('is not signed with its code, so codes can’t be tried offline', async () => {
    const { cookies } = await unlock('Sesame', '192.0.2.1')
    const value = cookies[`event_code_${locked}`]
    expect(value).toBeTruthy()
    for (const code of ['Sesame', 'sesame'])
      expect(createHmac('sha256', code).update(`event ${locked}`).digest('base64url')).not.toBe(value)
    const forged = createHmac('sha256', 'sesame').update(`event ${locked}`).digest('base64url')
    const body = { items: [{ ticketTypeId: lockedType, quantity: 1 }] }
    const put = (mark: string) =>
      shop.ask<{ items: { held: number }[] }>('PUT', `/api/public/carts/${newCartId()}`, {
        body,
        cookies: { [`event_code_${locked}`]: mark },
      })
    expect((await put(forged)).data.items[0]?.held).toBe(0)
    expect((await put(value ?? '')).data.items[0]?.held).toBe(1)
  })
})

describe('codes sent with a cart', () => {
  const put = (codes: string[]) =>
    shop.ask<{ items: { held: number }[] }>('PUT', `/api/public/carts/${newCartId()}`, {
      body: { items: [{ ticketTypeId: secret, quantity: 1 }], codes },
      address: '192.0.2.9',
    })

  it('count one each', async () => {
    const guesses = (round: number) => Array.from({ length: 9 }, (_, index) => `TRY${round}-${index}`)
    expect((await put([...guesses(0), 'FRIENDS'])).data.items[0]?.held).toBe(1)
    expect((await put([...guesses(1), 'FRIENDS'])).data.items[0]?.held).toBe(1)
    expect((await put([...guesses(2), 'FRIENDS'])).data.items[0]?.held).toBe(0)
  })
})

describe('codes sent with a cart of several events', () => {
  const startsAt = new Date('2026-12-04T20:00:00Z')
  const insertHidden = async (promoterId: string, accessCode: string): Promise<string> => {
    const eventId = await insertEvent(shop.context.db, { promoterId, startsAt })
    return insertTicketType(shop.context.db, { promoterId, eventId, accessCode, capacity: 1000 })
  }
  const put = async (ticketTypeIds: string[], codes: string[], host = shop.host) => {
    const items = ticketTypeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }))
    const answer = await shop.ask<{ items: { held: number }[] }>('PUT', `/api/public/carts/${newCartId()}`, {
      body: { items, codes },
      address: '192.0.2.9',
      host,
    })
    return answer.success ? answer.data.items.map((item) => item.held) : answer.error.code
  }
  const ofOthers = async (name: string): Promise<string> => insertPromoter(shop.context.db, name)

  it('count per event, whatever else is in the cart', async () => {
    const decoys: string[] = []
    for (let count = 0; count < OF_ONE_CLIENT; count += 1)
      decoys.push(await insertHidden(shop.promoterId, `DECOY${count}`))
    for (const [index, decoy] of decoys.entries()) await put([secret, decoy], [`TRY-${index}`])
    expect(await put([secret], ['FRIENDS'])).toEqual([0])
    const fresh = await insertHidden(shop.promoterId, 'FRESH')
    expect(await put([secret, fresh], ['FRIENDS', 'FRESH'])).toEqual([0, 1])
  })

  it('count when they are correct only at another promoter’s event', async () => {
    const stranger = await ofOthers('Mallory')
    for (let count = 0; count < OF_ONE_CLIENT; count += 1) {
      const own = await insertHidden(stranger, `TRY-${count}`)
      await put([own, secret], [`TRY-${count}`], 'localhost')
    }
    expect(await put([secret], ['FRIENDS'])).toEqual([0])
  })

  it('don’t count for events not sold on the site', async () => {
    const foreign = await insertHidden(await ofOthers('Borealis'), 'NORTH')
    for (let count = 0; count <= OF_ONE_CLIENT; count += 1) await put([foreign, secret], [`TRY-${count}`])
    expect(await put([foreign], ['NORTH'], 'localhost')).toEqual([1])
  })

  it('are never limited when all are correct, each at its own event', async () => {
    const other = await insertHidden(shop.promoterId, 'SECOND')
    for (let count = 0; count <= OF_ONE_CLIENT; count += 1)
      expect(await put([secret, other], ['FRIENDS', 'SECOND'])).toEqual([1, 1])
  })
})

describe('a promo code that doesn’t apply', () => {
  it('gets the response of an unknown code', async () => {
    const { context, promoterId } = shop
    await insertPromo(context.db, { promoterId, code: 'ELSEWHERE', percent: 10, ticketTypeIds: [secret] })
    const [other, never] = [await validate('ELSEWHERE', '192.0.2.1'), await validate('NEVER', '192.0.2.1')]
    expect(other.status).toBe(never.status)
    expect(other.error).toEqual(never.error)
    expect(other.error.message).toContain('tickets in your cart')
  })

  it('can’t be guessed at checkout either', async () => {
    const cartId = newCartId()
    await shop.hold(cartId, { [open]: 1 })
    const checkout = (promoCode: string) =>
      shop.ask('POST', '/api/public/checkout', {
        body: {
          cartId,
          customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
          expectedTotal: 22.5,
          promoCode,
        },
        key: randomUUID(),
        address: '192.0.2.1',
      })
    const answers = await inParallel((index) => checkout(`GUESS${index}`))
    expect(lookedAt(answers)).toBe(OF_ONE_CLIENT)
    expect((await checkout('TENPERCENT')).error.code).toBe('RATE_LIMITED')
  })
})

describe('CUSTOMER_LIMIT for a stranger', () => {
  it('has no numbers and is rate limited', async () => {
    const limited = await insertTicketType(shop.context.db, { ...shop, maxPerOrder: null, maxPerCustomer: 4 })
    const ada = await openCustomer(shop)
    const order = async (quantity: number, by: Pick<Shop, 'ask'>, address = '192.0.2.1') => {
      const cartId = newCartId()
      await shop.hold(cartId, { [limited]: quantity })
      const body = {
        cartId,
        customer: { firstName: 'Ada', lastName: 'Lovelace', email: ada.email },
        expectedTotal: quantity * 25,
      }
      return by.ask<{ order: Order }>('POST', '/api/public/checkout', { body, key: randomUUID(), address })
    }
    expect((await order(3, shop)).status).toBe(201)
    const strangers: Answer<unknown>[] = []
    for (let tries = 0; tries < 6; tries += 1) strangers.push(await order(4, shop))
    expect(strangers.map((answer) => answer.error.code)).toEqual([
      ...Array.from({ length: 5 }, () => 'CUSTOMER_LIMIT'),
      'RATE_LIMITED',
    ])
    expect(JSON.stringify(strangers)).not.toContain('left')
    const own = await order(4, ada, '192.0.2.2')
    expect(own.error.details).toMatchObject({ tickets: [{ maxPerCustomer: 4, left: 1 }] })
  })
})

describe('the start of sale', () => {
  it('300 buyers behind one address enter the correct code concurrently and get in', async () => {
    for (const [, guess, right] of DOORS) {
      const answers = await inParallel(() => guess(right, '192.0.2.1'))
      expect(answers.filter((answer) => answer.success)).toHaveLength(GUESSES)
    }
  })

  it('600 buyers on many networks enter the correct code concurrently and get in @full', async () => {
    const answers = await Promise.all([
      inParallel((index) => validate('TENPERCENT', elsewhere(index))),
      inParallel((index) => validate('TENPERCENT', elsewhere(index + GUESSES))),
    ])
    expect(answers.flat().filter((answer) => answer.success)).toHaveLength(2 * GUESSES)
  })
})
