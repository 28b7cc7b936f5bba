import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManagedPromoCode, PromoFields, PromoImport } from '#contracts/console/pricing/promo-codes.ts'
import { createApi } from '#server/http/api.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { promoFieldsOf } from '#tests/support/promo-fields.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const PATH = '/api/promoter/promo-codes'

let fixture: ConsoleFixture
let typeId: string

beforeAll(async () => {
  fixture = await openConsoleFixture()
  typeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 2000, capacity: 5000 })
})
afterAll(() => fixture.close())

const termsOf = (more: Partial<PromoFields> = {}) => {
  const { code: _code, ...terms } = promoFieldsOf('X', more)
  return terms
}

async function create(code: string, more: Partial<PromoFields> = {}): Promise<ManagedPromoCode> {
  const { data, error } = await fixture.owner.ask<{ promoCode: ManagedPromoCode }>('POST', PATH, {
    body: promoFieldsOf(code, more),
  })
  expect(error).toBeUndefined()
  return data.promoCode
}

const put = (promo: ManagedPromoCode, more: Partial<PromoFields> = {}, version = promo.version) =>
  fixture.owner.ask<{ promoCode: ManagedPromoCode }>('PUT', `${PATH}/${promo.id}`, {
    body: { ...promoFieldsOf(promo.code), ...pick(promo), ...more, version },
  })

const pick = ({ id: _id, version: _v, state: _s, used: _u, reserved: _r, ...rest }: ManagedPromoCode) => {
  const { batchId: _b, createdAt: _c, revenue: _e, ...fields } = rest
  return fields
}

const list = async (query: string) =>
  (
    await fixture.owner.ask<{ promoCodes: ManagedPromoCode[]; nextCursor: string | null }>(
      'GET',
      `${PATH}?${query}`,
    )
  ).data

async function order(promoCode: string, isPaid: boolean, total = 18): Promise<string> {
  const cartId = newCartId()
  await fixture.hold(cartId, { [typeId]: 1 })
  const placed = await fixture.checkout(cartId, total, { promoCode })
  expect(placed.error).toBeUndefined()
  const { id } = placed.data.order
  const { data } = isPaid ? await fixture.pay(id, CARDS.good) : { data: undefined }
  expect(data?.status).toBe(isPaid ? 'succeeded' : undefined)
  return id
}

describe('access', () => {
  it('is for owners and managers of the promoter', async () => {
    const promo = await create('ROLES')
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const { ask } = await fixture.join(role)
      expect((await ask('GET', PATH)).status).toBe(role === 'manager' ? 200 : 403)
      expect((await ask('POST', PATH, { body: promoFieldsOf(`BY-${role}`) })).status).toBe(
        role === 'manager' ? 201 : 403,
      )
    }
    expect((await fixture.ask('GET', PATH)).status).toBe(401)
    const other = await insertPromoter(fixture.context.db, 'Brickworks')
    await sql`update promo_codes set promoter_id = ${other} where id = ${promo.id}`.execute(
      fixture.context.db,
    )
    expect((await put(promo)).error.code).toBe('NOT_FOUND')
    expect((await fixture.owner.ask('DELETE', `${PATH}/${promo.id}`)).error.code).toBe('NOT_FOUND')
    expect((await list('q=ROLES')).promoCodes).toEqual([])
  })

  it('excludes events and ticket types of another promoter', async () => {
    const other = await insertPromoter(fixture.context.db, 'Cellar')
    const eventId = await insertEvent(fixture.context.db, {
      promoterId: other,
      startsAt: new Date('2027-01-01T20:00:00Z'),
    })
    const foreign = await insertTicketType(fixture.context.db, { promoterId: other, eventId })
    const bodies = [
      promoFieldsOf('FOREIGN', { eventId }),
      promoFieldsOf('FOREIGN', { ticketTypeIds: [foreign] }),
    ]
    for (const body of bodies) expect((await fixture.owner.ask('POST', PATH, { body })).status).toBe(422)
  })
})

describe('one code', () => {
  it('stores its terms, and logs them', async () => {
    const promo = await create('  spring-26 ', {
      maxDiscountAmount: 7.5,
      currency: 'EUR',
      discountValue: 12.5,
      startsAt: '2026-12-01T00:00:00.000Z',
      maxUses: 3,
      eventId: fixture.eventId,
      ticketTypeIds: [typeId],
    })
    expect(promo).toMatchObject({
      code: 'SPRING-26',
      discountValue: 12.5,
      maxDiscountAmount: 7.5,
      state: 'scheduled',
      ticketTypeIds: [typeId],
      version: 1,
      revenue: [],
    })
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_log where subject_id = ${promo.id}`.execute(fixture.context.db)
    expect(rows).toMatchObject([{ action: 'promo_code.created', after: { code: 'SPRING-26', maxUses: 3 } }])
  })

  it.each([
    ['nothing', { discountValue: 0 }, 'discountValue'],
    ['more than everything', { discountValue: 101 }, 'discountValue'],
    ['a third decimal', { discountValue: 2.125 }, 'discountValue'],
    ['money of no currency', { discountType: 'fixed' as const }, 'currency'],
    [
      'cents of yen',
      { discountType: 'fixed' as const, discountValue: 5.5, currency: 'JPY' },
      'discountValue',
    ],
    [
      'an end before its start',
      { startsAt: '2027-01-02T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
      'endsAt',
    ],
    ['no uses', { maxUses: 0 }, 'maxUses'],
    ['hidden tickets that it does not name', { reveals: true }, 'reveals'],
    ['a name with spaces', { code: 'TWO WORDS' }, 'code'],
  ])('refuses %s', async (_, more, path) => {
    const { status, error } = await fixture.owner.ask('POST', PATH, { body: promoFieldsOf('WRONG', more) })
    expect(status).toBe(422)
    expect(error.details).toEqual([expect.objectContaining({ path })])
  })

  it('refuses an existing name', async () => {
    await create('TWICE')
    expect((await fixture.owner.ask('POST', PATH, { body: promoFieldsOf('twice') })).error.code).toBe(
      'PROMO_CODE_TAKEN',
    )
    const other = await create('THRICE')
    expect((await put(other, { code: 'TWICE' })).error.code).toBe('PROMO_CODE_TAKEN')
  })

  it('returns the current version to the slower editor', async () => {
    const promo = await create('CONFLICT')
    const both = await Promise.all([put(promo, { discountValue: 20 }), put(promo, { discountValue: 30 })])
    const won = both.find(({ success }) => success)
    const lost = both.find(({ success }) => !success)
    expect(lost?.error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current: won?.data.promoCode } })
  })

  it('shows its revenue, and can be deleted only without orders', async () => {
    const used = await create('SOLD')
    await order('SOLD', true)
    expect((await list('q=SOLD')).promoCodes).toMatchObject([
      { used: 1, reserved: 0, revenue: [{ currency: 'EUR', amount: 18 }] },
    ])
    expect((await fixture.owner.ask('DELETE', `${PATH}/${used.id}`)).error.code).toBe('PROMO_IN_ORDERS')
    const unused = await create('UNUSED')
    expect((await fixture.owner.ask('DELETE', `${PATH}/${unused.id}`)).success).toBe(true)
    expect((await fixture.owner.ask('DELETE', `${PATH}/${unused.id}`)).error.code).toBe('NOT_FOUND')
  })
})

describe('a used code', () => {
  it('keeps its name and discount; other terms can change', async () => {
    const promo = await create('KEPT')
    await order('KEPT', true)
    for (const change of [
      { discountValue: 50 },
      { code: 'OTHER-NAME' },
      { maxDiscountAmount: 1, currency: 'EUR' },
    ])
      expect((await put(promo, change)).error.code).toBe('PROMO_WAS_USED')
    const { data } = await put(promo, { active: false, maxUses: 4 })
    expect(data.promoCode).toMatchObject({ active: false, maxUses: 4, state: 'off', version: 2 })
  })

  it('keeps a limit that covers used and reserved uses', async () => {
    const promo = await create('LIMIT')
    await order('LIMIT', true)
    await order('LIMIT', false)
    const { error } = await put(promo, { maxUses: 1 })
    expect(error.details).toEqual([
      { path: 'maxUses', message: 'It was used 1 time and 1 more is being paid for: enter 2 or more.' },
    ])
    expect((await put(promo, { maxUses: 2 })).data.promoCode.state).toBe('used_up')
  })

  it('is never used beyond a concurrently set limit', async () => {
    const promo = await create('RACED')
    const carts = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const cartId = newCartId()
        await fixture.hold(cartId, { [typeId]: 1 })
        return cartId
      }),
    )
    const [edit, ...orders] = await Promise.all([
      put(promo, { maxUses: 3 }),
      ...carts.map((cartId) => fixture.checkout(cartId, 18, { promoCode: 'RACED' })),
    ])
    const taken = orders.filter(({ success }) => success).length
    // Either the limit was set first and three orders succeeded, or more succeeded and it was refused.
    expect(taken <= 3 ? edit.success : edit.error.code).toBe(taken <= 3 ? true : 'VALIDATION_ERROR')
    const [now] = (await list('q=RACED')).promoCodes
    expect(now?.reserved).toBe(taken)
  })
})

describe('the list', () => {
  it('is filtered by state, event and text, and paginated', async () => {
    await create('STATE-OFF', { active: false })
    await create('STATE-OVER', { endsAt: '2026-11-01T00:00:00Z' })
    await create('STATE-SOON', { startsAt: '2026-12-24T00:00:00Z' })
    await create('STATE-ON', { eventId: fixture.eventId })
    const statesOf = async (query: string) => (await list(query)).promoCodes.map(({ code }) => code)
    expect(await statesOf('q=state-&state=off')).toEqual(['STATE-OFF'])
    expect(await statesOf('q=STATE-&state=ended')).toEqual(['STATE-OVER'])
    expect(await statesOf('q=STATE-&state=scheduled')).toEqual(['STATE-SOON'])
    expect(await statesOf(`q=STATE-&eventId=${fixture.eventId}`)).toEqual(['STATE-ON'])
    for (let at = 0; at < 27; at += 1) await create(`PAGE-${at}`)
    const first = await list('q=PAGE-')
    const second = await list(`q=PAGE-&cursor=${first.nextCursor}`)
    expect([first.promoCodes.length, second.promoCodes.length, second.nextCursor]).toEqual([25, 2, null])
    expect(new Set([...first.promoCodes, ...second.promoCodes].map(({ id }) => id)).size).toBe(27)
    expect((await fixture.owner.ask('GET', `${PATH}?cursor=x`)).status).toBe(422)
  })
})

describe('a batch', () => {
  const bulk = (more: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    name: 'Newsletter',
    prefix: 'news-',
    count: 500,
    length: 8,
    ...termsOf({ maxUses: 1 }),
    ...more,
  })

  it('requested twice concurrently is created once, repeatedly', async () => {
    for (let at = 0; at < 60; at += 1) {
      const body = bulk({ count: 1, name: `Twice ${at}` })
      const make = () => fixture.owner.ask('POST', `${PATH}/bulk`, { body })
      const answers = await Promise.all(Array.from({ length: 12 }, make))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    }
  })

  it('has the requested size, once, with one audit entry', async () => {
    const body = bulk()
    const make = () =>
      fixture.owner.ask<{ batch: { id: string; count: number }; warning: string | null }>(
        'POST',
        `${PATH}/bulk`,
        { body },
      )
    const [one, two] = await Promise.all([make(), make()])
    expect([one, two]).toEqual([
      expect.objectContaining({ status: 201 }),
      expect.objectContaining({ status: 201 }),
    ])
    expect([one.data.batch.count, two.data.batch.count, one.data.warning]).toEqual([500, 500, null])
    const { id } = one.data.batch
    expect(two.data.batch.id).toBe(id)
    const { promoCodes } = await list(`batchId=${id}`)
    expect(promoCodes).toHaveLength(25)
    for (const { code, maxUses } of promoCodes) {
      expect(code).toMatch(/^NEWS-[2-9A-HJ-NP-Z]{8}$/)
      expect(maxUses).toBe(1)
    }
    const { rows } = await sql`select 1 from audit_log where subject_id = ${id}`.execute(fixture.context.db)
    expect(rows).toHaveLength(1)
  })

  it('warns of guessable codes, and has a maximum', async () => {
    const short = await fixture.owner.ask<{ warning: string }>('POST', `${PATH}/bulk`, {
      body: bulk({ length: 5, count: 10, prefix: 'S' }),
    })
    expect(short.data.warning).toContain('guesses')
    expect((await fixture.owner.ask('POST', `${PATH}/bulk`, { body: bulk({ count: 10_001 }) })).status).toBe(
      422,
    )
  })

  it('keeps another promoter’s batch', async () => {
    const other = await insertPromoter(fixture.context.db, 'Dock')
    const id = randomUUID()
    await sql`insert into promo_batches (id, promoter_id, name, created_at) values (${id}, ${other}, 'Theirs', now())`.execute(
      fixture.context.db,
    )
    const made = await fixture.owner.ask('POST', `${PATH}/bulk`, { body: bulk({ id }) })
    expect(made.status, 'nobody learns that the id is taken').toBe(201)
    const { rows } = await sql`select name from promo_batches where promoter_id = ${other}`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ name: 'Theirs' }])
  })
})

describe('files', () => {
  const importFile = (csv: string | Uint8Array<ArrayBuffer>, mode: string, id = randomUUID()) =>
    fixture.owner.ask<PromoImport>('POST', `${PATH}/import?id=${id}&name=Partners&mode=${mode}`, {
      bytes: typeof csv === 'string' ? new TextEncoder().encode(csv) : csv,
    })

  async function exportFile(query: string): Promise<string> {
    const headers = { host: fixture.host, authorization: `Bearer ${fixture.owner.bearer}` }
    const request = new Request(`http://${fixture.host}${PATH}/export.csv?${query}`, { headers })
    const client = { address: '127.0.0.1', origin: `http://${fixture.host}` }
    return (await createApi(fixture.context).fetch(request, { client })).text()
  }

  const FILE = [
    'code,discount,currency,event,ticket_types,max_uses,ends_at',
    'csv-1,15%,,,,1,',
    'csv-2,5,EUR,,,,2027-01-01',
    'csv-2,5,EUR,,,,',
    'csv-3,5,,,,,',
    'csv-4,ten,,,,,',
    'csv-5,10%,,no-such-event,,,',
    'csv-6,10%,,,,1.000,',
    'csv-7,1.250,EUR,,,,',
  ].join('\r\n')

  it('reports the result of every line, and creates none when all-or-nothing fails', async () => {
    for (const mode of ['none', 'all']) {
      const { data } = await importFile(FILE, mode)
      expect(data).toEqual({
        created: 0,
        batch: null,
        lines: [
          { line: 2, code: 'CSV-1', why: null },
          { line: 3, code: 'CSV-2', why: null },
          { line: 4, code: 'CSV-2', why: 'Line 3 already contains this code.' },
          { line: 5, code: 'CSV-3', why: 'currency: Choose the currency of the amount.' },
          { line: 6, code: 'CSV-4', why: 'discount value: Enter a number.' },
          { line: 7, code: 'CSV-5', why: 'You have no event “no-such-event”.' },
          { line: 8, code: 'CSV-6', why: 'max uses: Enter a whole number.' },
          { line: 9, code: 'CSV-7', why: 'discount value: Enter a number.' },
        ],
      })
    }
    expect((await list('q=CSV-')).promoCodes).toEqual([])
  })

  it('creates the valid lines, once', async () => {
    const id = randomUUID()
    const { data } = await importFile(FILE, 'valid', id)
    expect([data.created, data.batch?.count]).toEqual([2, 2])
    const made = await list(`batchId=${data.batch?.id}`)
    expect(made.promoCodes.map(({ code }) => code).toSorted()).toEqual(['CSV-1', 'CSV-2'])
    expect((await importFile(FILE, 'valid', id)).status).toBe(422)
    const again = await importFile(FILE, 'valid')
    expect(again.data.lines[0]?.why).toBe('You already have a promo code with this name.')
  })

  it('refuses other files', async () => {
    for (const csv of ['', 'name;value\na;b', 'code,discount\n"open,5', new Uint8Array([0xff, 0xfe, 0x00])])
      expect((await importFile(csv, 'all')).error.code).toBe('FILE_REFUSED')
  })

  // Regression: each of these took minutes and blocked all other requests.
  it.each([
    ['a million lines', `code,discount\n${'a\n'.repeat(1_000_000)}`],
    ['a million empty lines', `code,discount\n${'\n'.repeat(2_000_000)}`],
    ['100,000 columns', `code,discount${',x'.repeat(100_000)}\na,10%`],
    ['a line of a million cells', `code,discount\n${','.repeat(1_000_000)}`],
  ])('refuses a file of %s at once', async (_what, csv) => {
    expect((await importFile(csv, 'none')).error.code).toBe('FILE_REFUSED')
  })

  it('reads a cell of spaces in linear time', async () => {
    const { data } = await importFile(`code,discount\nwide,"1${' '.repeat(19_000)}%x"`, 'none')
    expect(data.lines).toMatchObject([{ line: 2, code: 'WIDE', why: 'discount value: Enter a number.' }])
  })

  it('imports its own export', async () => {
    await create('TRIP-1', {
      eventId: fixture.eventId,
      ticketTypeIds: [typeId],
      reveals: true,
      maxUses: 2,
      active: false,
    })
    await create('TRIP-2', {
      discountType: 'fixed',
      discountValue: 5.5,
      currency: 'EUR',
      endsAt: '2027-01-01T00:00:00.000Z',
    })
    const before = (await list('q=TRIP-')).promoCodes.map(pick)
    const csv = await exportFile('q=TRIP-')
    await sql`delete from promo_codes where code like 'TRIP-%'`.execute(fixture.context.db)
    expect((await importFile(csv, 'all')).data.created).toBe(2)
    const after = (await list('q=TRIP-')).promoCodes.map(pick)
    const byCode = (one: { code: string }, other: { code: string }) => one.code.localeCompare(other.code)
    expect(after.toSorted(byCode)).toEqual(before.toSorted(byCode))
  })

  it('exports more than one page', async () => {
    const body = { id: randomUUID(), name: 'Many', prefix: 'M', count: 2345, length: 8, ...termsOf() }
    const { data } = await fixture.owner.ask<{ batch: { id: string } }>('POST', `${PATH}/bulk`, { body })
    const lines = (await exportFile(`batchId=${data.batch.id}`)).trimEnd().split('\r\n')
    expect(new Set(lines).size).toBe(2346)
  })
})
