import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleEvent, EventListRow } from '#contracts/console/events.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
let owner: ConsoleMember
beforeAll(async () => {
  fixture = await openConsoleFixture()
  owner = fixture.owner
})
afterAll(() => fixture.close())

type EventAnswer = Promise<Answer<{ event: ConsoleEvent }>>

const EVENTS = '/api/promoter/events'
const create = (body: object = {}, by = owner): EventAnswer =>
  by.ask('POST', EVENTS, {
    body: { title: 'Late Show', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin', ...body },
  })
const get = (id: string, by = owner): EventAnswer => by.ask('GET', `${EVENTS}/${id}`)
const put = ({ id, version, fields }: ConsoleEvent, change: object, by = owner): EventAnswer =>
  by.ask('PUT', `${EVENTS}/${id}`, { body: { version, fields: { ...fields, ...change } } })
const act = ({ id, version }: ConsoleEvent, action: string, body: object = {}): EventAnswer =>
  owner.ask('POST', `${EVENTS}/${id}/${action}`, { body: { version, ...body } })
const list = (query = ''): Promise<Answer<{ events: EventListRow[]; nextCursor: string | null }>> =>
  owner.ask('GET', `${EVENTS}${query}`)

const VENUE = { name: 'Kraftwerk', street: '', city: 'Berlin', country: 'Germany' }

async function ready(title: string, change: object = {}): Promise<ConsoleEvent> {
  const { data } = await create({ title })
  await insertTicketType(fixture.context.db, { promoterId: fixture.promoterId, eventId: data.event.id })
  const saved = await put(data.event, { venue: VENUE, ...change })
  expect(saved).toMatchObject({ status: 200 })
  return saved.data.event
}

async function published(title: string, change: object = {}): Promise<ConsoleEvent> {
  const answer = await act(await ready(title, change), 'publish')
  expect(answer).toMatchObject({ status: 200, data: { event: { status: 'published' } } })
  return answer.data.event
}

const seen = (slug: string): Promise<Answer<EventDetail>> => fixture.ask('GET', `/api/public/events/${slug}`)

describe('a draft', () => {
  test('starts with a title and a time, and is not public', async () => {
    const { status, data } = await create({ title: 'Quiet Start' })
    expect(status).toBe(201)
    expect(data.event).toMatchObject({
      status: 'draft',
      version: 1,
      slug: 'quiet-start',
      fields: { startsAt: '2026-12-24T20:00', endsAt: '2026-12-24T23:00', currency: 'EUR' },
    })
    expect((await seen('quiet-start')).status).toBe(404)
  })

  test('created twice with one key is one', async () => {
    const key = randomUUID()
    const body = { title: 'Once', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' }
    const first = await owner.ask<{ event: ConsoleEvent }>('POST', EVENTS, { key, body })
    const again = await owner.ask<{ event: ConsoleEvent }>('POST', EVENTS, { key, body })
    expect(again.data.event.id).toBe(first.data.event.id)
  })

  test('refuses a description that is too complex', async () => {
    const { data } = await create({ title: 'Tangled' })
    const answer = await put(data.event, { description: '1. '.repeat(6666) })
    expect(answer).toMatchObject({
      status: 422,
      error: { code: 'VALIDATION_ERROR', details: [{ path: 'fields.description' }] },
    })
  })

  test('stores all fields', async () => {
    const { data } = await create({ title: 'Everything' })
    const change = {
      summary: 'A night.',
      description: '## Line-up',
      doorsAt: '2026-12-24T19:00',
      venue: VENUE,
      ageNote: '18+',
      attendeeNames: 'required',
      questions: [
        {
          id: 'diet',
          scope: 'attendee',
          label: 'Diet?',
          kind: 'choice',
          choices: ['All', 'Vegan'],
          required: true,
        },
      ],
      delivery: [{ method: 'post', price: 4.5 }],
      visibility: 'code',
      accessCode: 'friends',
    }
    const saved = await put(data.event, change)
    expect(saved.data.event).toMatchObject({ version: 2, fields: change })
    expect((await get(data.event.id)).data.event.fields).toEqual(saved.data.event.fields)
  })

  test('requires three characters in a new access code; a shorter old one stays valid', async () => {
    const { data } = await create({ title: 'Secret' })
    const refused = await put(data.event, { visibility: 'code', accessCode: 'ab' })
    expect(refused.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'fields.accessCode', message: expect.stringContaining('3 characters') }],
    })
    await sql`update events set visibility = 'code', access_code = 'ab' where id = ${data.event.id}`.execute(
      fixture.context.db,
    )
    const { event } = (await get(data.event.id)).data
    const saved = await put(event, { summary: 'Something else' })
    expect(saved.data.event.fields).toMatchObject({ summary: 'Something else', accessCode: 'ab' })
    expect((await put(saved.data.event, { accessCode: 'xy' })).status).toBe(422)
    expect((await put(saved.data.event, { accessCode: 'abc' })).status).toBe(200)
  })

  test('saved unchanged keeps its version', async () => {
    const { data } = await create({ title: 'Same' })
    expect((await put(data.event, {})).data.event.version).toBe(1)
  })

  test.each([
    ['startsAt', '2027-03-28T02:30', 'doesn’t exist'],
    ['endsAt', '2026-12-24T19:00', 'after the start'],
    ['startsAt', '2026-02-31T20:00', 'day and a time'],
    ['timeZone', 'Europe/Atlantis', 'time zone'],
    ['title', ' ', 'title'],
  ])('refuses %s %s with a message', async (field, value, words) => {
    const { data } = await create()
    const { status, error } = await put(data.event, { [field]: value })
    expect(status).toBe(422)
    expect(error.details).toContainEqual({
      path: `fields.${field}`,
      message: expect.stringContaining(words),
    })
  })

  test('resolves an ambiguous hour to the first', async () => {
    const { data } = await create({ startsAt: '2026-10-25T02:30' })
    const { rows } = await sql<{ starts_at: Date }>`
      select starts_at from events where id = ${data.event.id}`.execute(fixture.context.db)
    expect(rows[0]?.starts_at.toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(data.event.fields.startsAt).toBe('2026-10-25T02:30')
  })
})

describe('two editors of one event', () => {
  test('the second gets EDIT_CONFLICT with the first’s version', async () => {
    const { data } = await create({ title: 'Shared' })
    await put(data.event, { title: 'First' })
    const second = await put(data.event, { title: 'Second' })
    expect(second.status).toBe(409)
    expect(second.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { version: 2, fields: { title: 'First' } } },
    })
    expect((await get(data.event.id)).data.event.fields.title).toBe('First')
  })

  test('concurrently, one succeeds', async () => {
    const { data } = await create({ title: 'Race' })
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => put(data.event, { title })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})

describe('publishing', () => {
  test('lists missing fields', async () => {
    const { data } = await create({ title: 'Unready', startsAt: '2026-01-01T20:00' })
    const { status, error } = await act(data.event, 'publish')
    expect([status, error.code]).toEqual([422, 'NOT_READY'])
    expect(error.details).toEqual(
      ['startsAt', 'venue.name', 'venue.city', 'venue.country', 'tickets'].map((path) =>
        expect.objectContaining({ path }),
      ),
    )
  })

  test('makes it public, at a slug made from its title', async () => {
    const event = await published('Für Élise')
    expect(event).toMatchObject({ slug: 'fur-elise', url: 'http://aurora.localhost/events/fur-elise' })
    expect((await seen('fur-elise')).data).toMatchObject({ title: 'Für Élise', venue: VENUE })
  })

  test('two events with one title get two slugs', async () => {
    const first = await published('Sold Twice')
    const second = await published('Sold Twice')
    expect([first.slug, second.slug]).toEqual(['sold-twice', 'sold-twice-2026-12-24'])
  })

  test('repeated has no further effect', async () => {
    const event = await ready('Impatient')
    const answers = await Promise.all([act(event, 'publish'), act(event, 'publish')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ data }) => data.event.version)).toEqual([3, 3])
  })

  test('later changes are public once published, or discarded', async () => {
    const event = await published('Before')
    const changed = await put(event, { title: 'After', delivery: [{ method: 'will_call', price: 0 }] })
    expect(changed.data.event).toMatchObject({ hasChanges: true, fields: { title: 'After' } })
    expect((await seen(event.slug)).data.title).toBe('Before')
    const { version } = changed.data.event
    const discarded = await owner.ask<{ event: ConsoleEvent }>(
      'DELETE',
      `${EVENTS}/${event.id}/changes?version=${version}`,
    )
    expect(discarded.data.event).toMatchObject({ hasChanges: false, fields: { title: 'Before' } })
    const again = await put(discarded.data.event, { title: 'After' })
    const live = await act(again.data.event, 'publish')
    expect(live.data.event).toMatchObject({ hasChanges: false, slug: event.slug })
    expect((await seen(event.slug)).data.title).toBe('After')
  })

  test('unpublishing returns it to a draft', async () => {
    const event = await published('Hidden Again')
    const { data } = await act(event, 'unpublish')
    expect(data.event.status).toBe('draft')
    expect((await seen(event.slug)).status).toBe(404)
    expect((await act(data.event, 'publish')).data.event.slug).toBe(event.slug)
  })

  test('another currency is refused once there are prices', async () => {
    const event = await ready('Priced')
    const { error } = await put(event, { currency: 'USD' })
    expect(error.details).toEqual([expect.objectContaining({ path: 'fields.currency' })])
  })
})

describe('copies', () => {
  test('a duplicate has the ticket types without sales', async () => {
    const event = await published('Original', { doorsAt: '2026-12-24T19:00' })
    const type = await insertTicketType(fixture.context.db, {
      promoterId: fixture.promoterId,
      eventId: event.id,
      name: 'Early bird',
      capacity: 7,
      maxPerOrder: 3,
      maxPerCustomer: 4,
      saleEndsAt: new Date('2026-12-20T11:00:00Z'),
    })
    await fixture.hold(randomUUID(), { [type]: 2 })
    const { status, data } = await owner.ask<{ event: ConsoleEvent }>(
      'POST',
      `${EVENTS}/${event.id}/duplicate`,
      {
        body: { startsAt: '2027-06-24T20:00' },
      },
    )
    expect(status).toBe(201)
    expect(data.event).toMatchObject({
      status: 'draft',
      ticketTypes: 2,
      capacity: 107,
      sold: 0,
      fields: { doorsAt: '2027-06-24T19:00', endsAt: '2027-06-24T23:00' },
    })
    const { rows } = await sql<{ ends: string; held: number; most: number }>`
      select to_char(t.sale_ends_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as ends, i.held,
        t.max_per_customer as most
      from ticket_types t join inventory i on i.ticket_type_id = t.id
      where t.event_id = ${data.event.id} and t.name = 'Early bird'`.execute(fixture.context.db)
    expect(rows).toEqual([{ ends: '2027-06-20 12:00', held: 0, most: 4 }])
  })

  test('a duplicate has a shared capacity of its own', async () => {
    const event = await published('Shared room')
    const seats = await Promise.all(
      ['Stalls', 'Circle', 'Box'].map((name) =>
        insertTicketType(fixture.context.db, {
          promoterId: fixture.promoterId,
          eventId: event.id,
          name,
          capacity: 40,
        }),
      ),
    )
    const [stalls = '', circle = '', box = ''] = seats
    const pool = await owner.ask('POST', `${EVENTS}/${event.id}/pools`, {
      body: { name: 'The room', capacity: 60, ticketTypeIds: [stalls, circle] },
    })
    expect(pool.status).toBe(201)
    await fixture.hold(randomUUID(), { [stalls]: 3, [box]: 1 })
    const copy = await owner.ask<{ event: ConsoleEvent }>('POST', `${EVENTS}/${event.id}/duplicate`, {
      body: { startsAt: '2027-06-24T20:00' },
    })
    expect(copy.data.event.capacity).toBe((await get(event.id)).data.event.capacity)
    const read = async (id: string) => {
      const { rows } = await sql<{
        name: string
        room: string
        capacity: number
        held: number
        pool: string
      }>`
        select t.name, c.name as room, c.capacity, c.held, c.id as pool
        from inventory i join ticket_types t on t.id = i.ticket_type_id join capacity_pools c on c.id = i.pool_id
        where t.event_id = ${id} order by t.name`.execute(fixture.context.db)
      return rows
    }
    const [copied, own] = [await read(copy.data.event.id), await read(event.id)]
    const room = { room: 'The room', capacity: 60, held: 0, pool: copied[0]?.pool }
    expect(copied).toEqual(['Circle', 'Stalls'].map((name) => ({ name, ...room })))
    expect(own.map(({ held, pool: id }) => held + Number(id === room.pool))).toEqual([3, 3])
  })

  test('a series keeps the wall-clock time across daylight saving', async () => {
    const event = await ready('Weekly')
    const dates = ['2027-03-21T20:00', '2027-03-28T20:00', '2027-04-04T20:00']
    const { status, data } = await owner.ask<{ events: { id: string }[] }>(
      'POST',
      `${EVENTS}/${event.id}/series`,
      { body: { dates } },
    )
    expect(status).toBe(201)
    const { rows } = await sql<{ at: string }>`
      select to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as at from events
      where id = any(${data.events.map(({ id }) => id)}) order by starts_at`.execute(fixture.context.db)
    expect(rows.map(({ at }) => at)).toEqual(['03-21 19:00', '03-28 18:00', '04-04 18:00'])
    expect((await get(event.id)).data.event.series.map(({ startsAt }) => startsAt)).toEqual([
      '2026-12-24T20:00',
      ...dates,
    ])
  })

  test('a series with a skipped hour creates nothing', async () => {
    const event = await ready('Night Shift Weekly', {
      startsAt: '2026-12-24T02:30',
      endsAt: '2026-12-24T05:00',
    })
    const answer = await owner.ask('POST', `${EVENTS}/${event.id}/series`, {
      body: { dates: ['2027-03-21T02:30', '2027-03-28T02:30'] },
    })
    expect(answer.error.details).toEqual([expect.objectContaining({ path: 'dates.1' })])
    expect((await get(event.id)).data.event.series).toEqual([])
  })
})

describe('the list', () => {
  test('is searched, filtered and paginated', async () => {
    await ready('Findable draft')
    const found = await list('?when=draft&q=findable')
    expect(found.data.events).toEqual([
      expect.objectContaining({
        title: 'Findable draft',
        status: 'draft',
        place: 'Kraftwerk, Berlin',
        capacity: 100,
      }),
    ])
    for (let count = 0; count < 27; count += 1)
      await insertEvent(fixture.context.db, {
        promoterId: fixture.promoterId,
        startsAt: new Date(Date.UTC(2020, 0, 1 + count)),
      })
    const first = await list('?when=past')
    const second = await list(`?when=past&cursor=${first.data.nextCursor ?? ''}`)
    expect(first.data.events).toHaveLength(25)
    expect(second.data.nextCursor).toBeNull()
    const days = [...first.data.events, ...second.data.events].map(({ startsAt }) => startsAt)
    expect(days).toEqual(days.toSorted().toReversed())
    expect((await list('?cursor=nonsense')).status).toBe(422)
  })

  test('contains sold tickets and revenue', async () => {
    const event = await published('Counted')
    const { promoterId } = fixture
    const type = await insertTicketType(fixture.context.db, { promoterId, eventId: event.id })
    const cartId = randomUUID()
    await fixture.hold(cartId, { [type]: 2 })
    const { data } = await fixture.checkout(cartId, 50)
    await fixture.pay(data.order.id, '4242 4242 4242 4242')
    const { data: rows } = await list('?q=counted')
    expect(rows.events).toEqual([expect.objectContaining({ sold: 2, capacity: 200, revenue: 50 })])
  })
})

describe('access', () => {
  test.each(['sales', 'door', 'nobody'] as const)('is denied to %s', async (role) => {
    const member = await fixture.join(role)
    expect((await create({}, member)).error.code).toBe('FORBIDDEN')
    expect((await get(fixture.eventId, member)).error.code).toBe('FORBIDDEN')
  })

  test('is granted to managers', async () => {
    expect((await create({}, await fixture.join('manager'))).status).toBe(201)
  })

  test('to another promoter’s event is NOT_FOUND', async () => {
    const { db } = fixture.context
    const foreign = await insertEvent(db, {
      promoterId: await insertPromoter(db, 'Nordlys'),
      startsAt: new Date('2026-12-01T20:00:00Z'),
    })
    const { data } = await create()
    const asForeign = { ...data.event, id: foreign }
    const answers = await Promise.all([
      get(foreign),
      put(asForeign, { title: 'Mine' }),
      act(asForeign, 'publish'),
      act(asForeign, 'unpublish'),
      act(asForeign, 'cancel', { note: '', refund: true }),
      owner.ask('POST', `${EVENTS}/${foreign}/duplicate`, { body: { startsAt: '2027-01-01T20:00' } }),
      owner.ask('POST', `${EVENTS}/${foreign}/series`, { body: { dates: ['2027-01-01T20:00'] } }),
      get('not-an-id'),
    ])
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'NOT_FOUND'))
  })

  test('every change is in the audit log, without access codes', async () => {
    const event = await published('Logged', { accessCode: 'sesame' })
    const { db } = fixture.context
    const { rows } = await sql<{ action: string; after: object }>`
      select action, after from audit_log where subject_id = ${event.id} order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(['event.created', 'event.updated', 'event.published'])
    expect(JSON.stringify(rows)).not.toContain('sesame')
    await put((await get(event.id)).data.event, { accessCode: 'simsim' })
    const last = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit_log where subject_id = ${event.id} order by id desc limit 1`.execute(
      fixture.context.db,
    )
    expect(last.rows).toEqual([{ before: { accessCodeChanged: null }, after: { accessCodeChanged: true } }])
  })
})
