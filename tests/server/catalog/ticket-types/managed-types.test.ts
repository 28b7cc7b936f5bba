import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type {
  CapacityPool,
  ManagedTicketType,
  TicketBoard,
  TicketTypeFields,
} from '#contracts/console/ticket-types.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId } from '#tests/support/shop.ts'

const FIELDS: TicketTypeFields = {
  name: 'Standing',
  description: '',
  price: 25.5,
  capacity: 100,
  minPerOrder: 1,
  maxPerOrder: 10,
  maxPerCustomer: null,
  saleStartsAt: null,
  saleEndsAt: null,
  active: true,
  isHidden: false,
  accessCode: null,
  followsId: null,
  poolId: null,
  taxIds: [],
}

let fixture: ConsoleFixture
let eventId: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
beforeEach(async () => {
  const { promoterId } = fixture
  eventId = await insertEvent(fixture.context.db, { promoterId, startsAt: new Date('2026-12-01T20:00:00Z') })
})
afterAll(async () => {
  const wrong = await findContradictions(fixture.context.db)
  // Test sessions have no refresh tokens.
  expect(wrong.filter((each) => !each.startsWith('session'))).toEqual([])
  await fixture.close()
})

const create = (fields: Partial<TicketTypeFields> = {}) =>
  fixture.owner.ask<{ ticketType: ManagedTicketType }>(
    'POST',
    `/api/promoter/events/${eventId}/ticket-types`,
    { body: { ...FIELDS, ...fields } },
  )
const made = async (fields: Partial<TicketTypeFields> = {}): Promise<ManagedTicketType> =>
  (await create(fields)).data.ticketType
const put = (type: { id: string; version: number }, fields: Partial<TicketTypeFields>) =>
  fixture.owner.ask<{ ticketType: ManagedTicketType }>('PUT', `/api/promoter/ticket-types/${type.id}`, {
    body: { version: type.version, fields: { ...FIELDS, ...fields } },
  })
const board = async (): Promise<TicketBoard> =>
  (await fixture.owner.ask<TicketBoard>('GET', `/api/promoter/events/${eventId}/ticket-types`)).data
const pool = (capacity: number, ticketTypeIds: string[]) =>
  fixture.owner.ask<{ pool: CapacityPool }>('POST', `/api/promoter/events/${eventId}/pools`, {
    body: { name: 'The room', capacity, ticketTypeIds },
  })
const lastChange = async () => {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_log order by id desc limit 1`.execute(fixture.context.db)
  return rows[0]
}

describe('a ticket type', () => {
  it('is created, changed and read with the buyer’s price', async () => {
    await sql`
      insert into fee_configurations (promoter_id, event_id, currency, ticket_base_cents)
      values (${fixture.promoterId}, ${eventId}, 'EUR', 150)`.execute(fixture.context.db)
    const first = await create({ name: '  Standing ' })
    expect(first).toMatchObject({
      status: 201,
      data: {
        ticketType: {
          name: 'Standing',
          version: 1,
          price: 25.5,
          fees: 1.5,
          totalPrice: 27,
          status: 'on_sale',
        },
      },
    })
    const second = await put(first.data.ticketType, { price: 30, saleStartsAt: '2026-11-30T09:00:00Z' })
    expect(second.data.ticketType).toMatchObject({ version: 2, totalPrice: 31.5, status: 'not_yet' })
    expect(await lastChange()).toEqual({
      action: 'ticket_type.changed',
      before: { price: 25.5, saleStartsAt: null },
      after: { price: 30, saleStartsAt: '2026-11-30T09:00:00.000Z' },
    })
    expect((await board()).ticketTypes).toEqual([second.data.ticketType])
  })

  it('is in the audit log without its access code', async () => {
    const type = await made({ isHidden: true, accessCode: 'FRIENDS' })
    expect(await lastChange()).toMatchObject({ after: { hasAccessCode: true } })
    const { ticketType } = (await put(type, { isHidden: true, accessCode: 'ENEMIES' })).data
    expect(await lastChange()).toEqual({
      action: 'ticket_type.changed',
      before: { accessCodeChanged: null },
      after: { accessCodeChanged: true },
    })
    await put(ticketType, { isHidden: true, accessCode: null })
    expect(await lastChange()).toMatchObject({
      before: { hasAccessCode: true },
      after: { hasAccessCode: false },
    })
    const { rows } = await sql`select * from audit_log`.execute(fixture.context.db)
    expect(JSON.stringify(rows)).not.toMatch(/FRIENDS|ENEMIES/)
  })

  it('changes are visible to visitors at once, in cached pages too', async () => {
    const type = await made({ minPerOrder: 2, taxIds: [] })
    const { data } = await fixture.ask<unknown[]>('GET', `/api/public/events/${eventId}/tickets`)
    expect(data).toMatchObject([{ id: type.id, price: 25.5, minPerOrder: 2, maxPerOrder: 10 }])
  })

  it.each<[string, Partial<TicketTypeFields>, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a negative price', { price: -1 }, 'price'],
    ['a price with more digits than the currency', { price: 1.005 }, 'price'],
    ['half a ticket', { capacity: 1.5 }, 'capacity'],
    ['fewest above most', { minPerOrder: 5, maxPerOrder: 4 }, 'minPerOrder'],
    ['more per order than a customer may have', { maxPerOrder: 5, maxPerCustomer: 4 }, 'maxPerOrder'],
    ['fewest above the customer’s', { minPerOrder: 5, maxPerOrder: null, maxPerCustomer: 4 }, 'minPerOrder'],
    ['no ticket for anyone', { maxPerOrder: null, maxPerCustomer: 0 }, 'maxPerCustomer'],
    [
      'an end before the beginning',
      { saleStartsAt: '2026-11-30T09:00:00Z', saleEndsAt: '2026-11-30T08:00:00Z' },
      'saleEndsAt',
    ],
    ['a code of one letter', { accessCode: 'x' }, 'accessCode'],
    ['somebody else’s tax', { taxIds: [crypto.randomUUID()] }, 'taxIds'],
    ['an unknown pool', { poolId: crypto.randomUUID() }, 'poolId'],
    ['a first one that is not there', { followsId: crypto.randomUUID() }, 'followsId'],
  ])('is refused with %s', async (_, fields, path) => {
    const answer = await create(fields)
    expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_ERROR' } })
    expect(JSON.stringify(answer.error.details)).toContain(`"${path}"`)
  })

  it('can’t wait for itself', async () => {
    const a = await made()
    const b = await made({ followsId: a.id })
    const c = await made({ followsId: b.id })
    expect(await put(a, { followsId: c.id })).toMatchObject({
      error: {
        details: [
          {
            path: 'followsId',
            message: 'These two ticket types would wait for each other. Choose another one.',
          },
        ],
      },
    })
    expect(await put(a, { followsId: a.id })).toMatchObject({ status: 422 })
  })

  it('has its taxes in order', async () => {
    const { db } = fixture.context
    const other = await insertTicketType(db, { ...fixture, eventId })
    await insertTaxes(db, {
      promoterId: fixture.promoterId,
      ticketTypes: {
        [other]: [
          ['VAT', 190_000],
          ['City', 50_000],
        ],
      },
    })
    const { taxes } = await board()
    const taxIds = taxes.map((tax) => tax.id).toReversed()
    const type = await made({ taxIds })
    expect(type.taxIds).toEqual(taxIds)
    expect(taxes.map((tax) => tax.percent)).toEqual([5, 19])
    expect((await put(type, { taxIds: [] })).data.ticketType.taxIds).toEqual([])
  })

  it('can’t have less capacity than sold and held, with the number', async () => {
    const type = await made({ price: 0 })
    const cart = newCartId()
    await fixture.hold(cart, { [type.id]: 4 })
    await fixture.checkout(cart, 0)
    await fixture.hold(newCartId(), { [type.id]: 2 })
    expect(await put(type, { price: 0, capacity: 5 })).toMatchObject({
      status: 409,
      error: {
        code: 'CAPACITY_TAKEN',
        message: '4 sold and 2 in carts: the capacity can’t be less than 6.',
        details: { held: 2, sold: 4 },
      },
    })
    expect(await put(type, { price: 0, capacity: 6 })).toMatchObject({
      data: { ticketType: { available: 0 } },
    })
  })

  it('keeps old orders at their price', async () => {
    const type = await made({ price: 20 })
    const cart = newCartId()
    await fixture.hold(cart, { [type.id]: 1 })
    const placed = await fixture.checkout(cart, 20)
    await put(type, { price: 99 })
    const { data } = await fixture.ask('GET', `/api/public/orders/${placed.data.order.id}`)
    expect(data).toMatchObject({ order: { total: 20 } })
  })
})

describe('concurrent changes of a ticket type', () => {
  it('with a tax change lose neither', async () => {
    const { db } = fixture.context
    const type = await made()
    const other = await insertTicketType(db, { ...fixture, eventId })
    const ticketTypes = { [other]: [['Fixture', 70_000]] } as const
    await insertTaxes(db, { promoterId: fixture.promoterId, ticketTypes })
    const rate = (await board()).taxes.find((tax) => tax.name === 'Fixture')
    const taxed = await fixture.owner.ask('PUT', `/api/promoter/ticket-types/${type.id}/taxes`, {
      body: { before: [], rateIds: [rate?.id] },
    })
    expect(taxed.status).toBe(200)
    expect(await put(type, { name: 'Stale' })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', details: { current: { taxIds: [rate?.id], version: 2 } } },
    })
  })

  it('return the current version to the second, and write nothing', async () => {
    const type = await made()
    await put(type, { name: 'Mine' })
    const answer = await put(type, { name: 'Theirs' })
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', details: { current: { name: 'Mine', version: 2 } } },
    })
    expect((await board()).ticketTypes).toMatchObject([{ name: 'Mine' }])
  })

  it('succeed for one', async () => {
    const type = await made()
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => put(type, { name })))
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['200', '409', '409'])
  })
})

describe('the order of ticket types', () => {
  const order = (ids: string[]) =>
    fixture.owner.ask('PUT', `/api/promoter/events/${eventId}/ticket-types/order`, { body: { ids } })

  it('is the visitors’ order', async () => {
    const ids = [(await made()).id, (await made()).id, (await made()).id].toReversed()
    expect(await order(ids)).toMatchObject({ status: 200 })
    expect((await board()).ticketTypes.map((type) => type.id)).toEqual(ids)
    const { data } = await fixture.ask<{ id: string }[]>('GET', `/api/public/events/${eventId}/tickets`)
    expect(data.map((offer) => offer.id)).toEqual(ids)
  })

  it('is refused unless it names all once', async () => {
    const [a, b] = [(await made()).id, (await made()).id]
    for (const ids of [[a], [a, a], [a, b, crypto.randomUUID()]])
      expect(await order(ids)).toMatchObject({ status: 409, error: { code: 'EDIT_CONFLICT' } })
  })
})

describe('deleting a ticket type', () => {
  const remove = (id: string) => fixture.owner.ask('DELETE', `/api/promoter/ticket-types/${id}`)

  it('releases those that waited for it', async () => {
    const early = await made()
    const next = await made({ followsId: early.id })
    expect(await remove(early.id)).toMatchObject({ status: 200 })
    expect((await board()).ticketTypes).toMatchObject([{ id: next.id, followsId: null, status: 'on_sale' }])
    expect(await lastChange()).toMatchObject({ action: 'ticket_type.deleted', after: null })
  })

  it('is refused while in a cart, and forever once ordered', async () => {
    const type = await made({ price: 0 })
    const cart = newCartId()
    await fixture.hold(cart, { [type.id]: 1 })
    expect(await remove(type.id)).toMatchObject({ status: 409, error: { code: 'TICKET_TYPE_TAKEN' } })
    const placed = await fixture.checkout(cart, 0)
    await fixture.owner.ask('POST', `/api/promoter/orders/${placed.data.order.id}/refunds`, {
      body: { all: true },
    })
    expect(await remove(type.id)).toMatchObject({ status: 409 })
    expect((await board()).ticketTypes).toHaveLength(1)
  })
})

describe('shared capacity in the console', () => {
  it('is created, sells out across its types, and can’t be less than sold', async () => {
    const [a, b] = [await made(), await made()]
    const { data } = await pool(6, [a.id, b.id])
    expect(data.pool).toMatchObject({ capacity: 6, held: 0, sold: 0 })
    await fixture.hold(newCartId(), { [a.id]: 5 })
    expect((await board()).ticketTypes).toMatchObject([
      { available: 1 },
      { available: 1, poolId: data.pool.id },
    ])
    const change = (capacity: number, ticketTypeIds: string[], version = 1) =>
      fixture.owner.ask('PUT', `/api/promoter/pools/${data.pool.id}`, {
        body: { version, fields: { name: 'The room', capacity, ticketTypeIds } },
      })
    expect(await change(4, [a.id, b.id])).toMatchObject({
      status: 409,
      error: { message: '5 in carts: the capacity can’t be less than 5.' },
    })
    expect(await change(5, [a.id])).toMatchObject({ status: 200, data: { pool: { held: 5, version: 2 } } })
    expect(await change(9, [b.id])).toMatchObject({ status: 409, error: { code: 'EDIT_CONFLICT' } })
    expect((await board()).ticketTypes).toMatchObject([{ available: 0 }, { available: 100, poolId: null }])
  })

  it('is kept by a form opened before it was shared', async () => {
    const type = await made()
    const { data } = await pool(6, [type.id])
    expect(data.pool.version).toBe(1)
    expect(await put(type, { name: 'Stale', poolId: null })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', details: { current: { poolId: data.pool.id, version: 2 } } },
    })
  })

  it('is not undone by a form opened before it changed', async () => {
    const [a, b] = [await made(), await made()]
    const one = (await pool(6, [a.id])).data.pool
    const other = (await pool(7, [])).data.pool
    const change = ({ id, name, capacity, version }: CapacityPool, ticketTypeIds: string[]) =>
      fixture.owner.ask('PUT', `/api/promoter/pools/${id}`, {
        body: { version, fields: { name, capacity, ticketTypeIds } },
      })
    const isStale = { status: 409, error: { code: 'EDIT_CONFLICT' } }
    const [current] = (await board()).ticketTypes
    const moved = await put({ ...a, version: current?.version ?? 0 }, { poolId: other.id })
    expect(moved).toMatchObject({ status: 200, data: { ticketType: { poolId: other.id, version: 3 } } })
    expect(await change(one, [a.id])).toMatchObject(isStale)
    expect(await change(other, [b.id])).toMatchObject(isStale)
    const pools = (await board()).pools
    expect(pools).toMatchObject([{ version: 2 }, { version: 2 }])
    const found = pools.find(({ id }) => id === one.id)
    expect(found && (await change(found, [a.id, b.id]))).toMatchObject({ data: { pool: { version: 3 } } })
    expect(await change({ ...other, version: 2 }, [])).toMatchObject(isStale)
    expect(await put(b, { poolId: null })).toMatchObject(isStale)
  })

  it('doesn’t invalidate forms when nothing moved', async () => {
    const type = await made()
    const { data } = await pool(6, [type.id])
    const [shared] = (await board()).ticketTypes
    const answer = await fixture.owner.ask('PUT', `/api/promoter/pools/${data.pool.id}`, {
      body: { version: 1, fields: { name: 'The hall', capacity: 8, ticketTypeIds: [type.id] } },
    })
    expect(answer).toMatchObject({ data: { pool: { version: 2 } } })
    expect((await board()).ticketTypes).toEqual([{ ...shared, available: 8 }])
  })

  it('refuses a type without room', async () => {
    const [a, b] = [await made(), await made()]
    const { data } = await pool(3, [a.id])
    await fixture.hold(newCartId(), { [b.id]: 4 })
    expect(await put(b, { poolId: data.pool.id })).toMatchObject({
      status: 409,
      error: { code: 'CAPACITY_TAKEN' },
    })
    expect(await pool(2, [b.id])).toMatchObject({ status: 409 })
    expect((await board()).pools).toHaveLength(1)
  })

  it('leaves types with their own capacity when deleted', async () => {
    const a = await made()
    const { data } = await pool(2, [a.id])
    await fixture.hold(newCartId(), { [a.id]: 2 })
    expect(await fixture.owner.ask('DELETE', `/api/promoter/pools/${data.pool.id}`)).toMatchObject({
      status: 200,
    })
    expect(await board()).toMatchObject({ pools: [], ticketTypes: [{ poolId: null, available: 98 }] })
  })

  it('belongs to one event', async () => {
    const a = await made()
    const startsAt = new Date('2026-12-02T20:00:00Z')
    eventId = await insertEvent(fixture.context.db, { ...fixture, startsAt })
    expect(await pool(2, [a.id])).toMatchObject({ status: 422 })
  })
})

describe('access to ticket types', () => {
  test.each(['owner', 'manager'] as const)('an %s may', async (role) => {
    const { ask } = await fixture.join(role)
    expect(await ask('POST', `/api/promoter/events/${eventId}/ticket-types`, { body: FIELDS })).toMatchObject(
      {
        status: 201,
      },
    )
  })

  test.each(['sales', 'door', 'nobody'] as const)('%s may not', async (role) => {
    const { ask } = await fixture.join(role)
    expect(await ask('GET', `/api/promoter/events/${eventId}/ticket-types`)).toMatchObject({ status: 403 })
    expect(await ask('POST', `/api/promoter/events/${eventId}/ticket-types`, { body: FIELDS })).toMatchObject(
      {
        status: 403,
      },
    )
  })

  test('another promoter’s tickets are NOT_FOUND', async () => {
    const { db } = fixture.context
    const name = `Other${crypto.randomUUID().slice(0, 8)}`
    const promoterId = await insertPromoter(db, name)
    const foreign = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-02T20:00:00Z') })
    const id = await insertTicketType(db, { promoterId, eventId: foreign })
    const fields = FIELDS
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/promoter/events/${foreign}/ticket-types`],
      ['POST', `/api/promoter/events/${foreign}/ticket-types`, FIELDS],
      ['PUT', `/api/promoter/ticket-types/${id}`, { version: 1, fields }],
      ['DELETE', `/api/promoter/ticket-types/${id}`],
      ['PUT', `/api/promoter/events/${foreign}/ticket-types/order`, { ids: [id] }],
      ['POST', `/api/promoter/events/${foreign}/pools`, { name: 'P', capacity: 1, ticketTypeIds: [id] }],
    ]
    for (const [method, path, body] of calls)
      expect(await fixture.owner.ask(method, path, { body })).toMatchObject({ status: 404 })
  })
})
