import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderSummary } from '#contracts/account/accounts.ts'
import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import type { Assignment } from '#contracts/portal/staff.ts'
import { eventDetail, question, ticketOffer } from '#model/catalog/catalog.ts'
import { ROLE_PERMISSIONS } from '#model/people/members.ts'
import { promoCode } from '#model/pricing/price-schemas.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'
import { listEvents } from '#server/catalog/search/list-events.ts'
import { listTickets } from '#server/catalog/listings/list-tickets.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/platform/create-log.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { DEMO_PROMO_CODES, isDatabaseEmpty, prepareDemo, seedDemo } from '#server/commands/seed.ts'
import { hasDemo, canUseDemoAccount } from '#server/platform/demo-rules.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { TIME_LIMITS } from '#server/platform/db/time-limits.ts'
import { validatePromo } from '#server/sales/promo/validate-promo.ts'
import { createAsk } from '#tests/support/ask.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { openBrowser } from '#tests/support/people.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { IS_FULL } from '#tests/support/sample.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')
/** Weekday, month and daylight saving depend on the day of the seeding. */
const MOMENTS = [
  '2027-03-28T01:30:00Z',
  '2026-12-31T23:30:00Z',
  '2027-02-28T00:00:00Z',
  '2027-08-15T12:00:00Z',
]

const ZONES = [
  'America/Chicago',
  'America/Los_Angeles',
  'America/New_York',
  'Asia/Tokyo',
  'Europe/Berlin',
  'Europe/Helsinki',
  'Europe/Lisbon',
  'Europe/Oslo',
]

test.each<[expected: boolean, environment: Record<string, string>]>([
  [true, {}],
  [true, { HOST: '0.0.0.0', MAIN_HOSTS: 'foyer.localhost,127.0.0.1' }],
  [false, { DATABASE_URL: 'postgres://db/foyer' }],
  [false, { MAIN_HOSTS: 'tickets.example' }],
  [false, { MAIN_HOSTS: 'localhost,tickets.example' }],
  [false, { NODE_ENV: 'production' }],
  [false, { DEMO: 'off' }],
  [true, { NODE_ENV: 'development' }],
  [
    true,
    {
      DEMO: 'on',
      NODE_ENV: 'production',
      MAIN_HOSTS: 'tickets.example',
      DATABASE_URL: 'postgres://db/foyer',
    },
  ],
])('the demo and its published password come by themselves: %j with %j', (expected, environment) => {
  expect(hasDemo(readConfig(environment))).toBe(expected)
})

describe('a seeded database', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Kysely<Database>
  let context: Context

  beforeAll(async () => {
    database = await createTestDatabase()
    ;({ db } = database)
    await seedDemo(db, NOW)
    context = await createContext({
      config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
      db,
      connection: database.address,
      log: silentLog(),
      clock: createFakeClock(NOW),
    })
    await context.sites.whenReady(60_000)
  })
  afterAll(() => database.drop())

  const site = () => context.sites.resolve('localhost')
  const list = async (when: 'upcoming' | 'past') => {
    const page = await listEvents(context, { site: site(), query: { when } })
    const next = page.success && page.data.nextCursor
    const rest = next ? await listEvents(context, { site: site(), query: { when, cursor: next } }) : undefined
    return [page, rest].flatMap((each) => (each?.success ? each.data.events : []))
  }
  const offersOf = async (id: string) => {
    const offers = await listTickets(context, { site: site(), params: { id }, query: {} })
    return offers.success ? offers.data : []
  }

  test('has no contradictions: sold tickets exist, used codes have orders', async () => {
    expect(await findContradictions(db)).toEqual([])
    const held = await db.selectFrom('inventory').select('held').where('held', '>', 0).execute()
    expect(held).toEqual([])
  })

  test('is unchanged by a second seeding', async () => {
    const count = async () => (await db.selectFrom('tickets').select('id').execute()).length
    const before = await count()
    await seedDemo(db, NOW + 1)
    expect(await count()).toBe(before)
    expect(before).toBeGreaterThan(300)
  })

  test('has three verified storefronts in different colours', () => {
    const sites = ['aurora', 'nordlys', 'brickworks'].map((name) =>
      context.sites.resolve(`${name}.localhost`),
    )
    expect(sites.map((each) => each.kind)).toEqual(['storefront', 'storefront', 'storefront'])
    expect(new Set(sites.map((each) => each.settings.primaryColor)).size).toBe(3)
    expect(context.sites.resolve('tickets.aurora.example')).toMatchObject({
      kind: 'storefront',
      settings: { siteName: 'Aurora' },
    })
  })

  test('has complete events in several time zones and currencies', async () => {
    const events = await list('upcoming')
    expect(events.length).toBeGreaterThanOrEqual(18)
    for (const { id, slug } of events) {
      const event = await getEvent(context, { site: site(), params: { idOrSlug: id } })
      if (!event.success) throw new Error(`${slug} can’t be opened.`)
      expect(() => eventDetail.parse(event.data)).not.toThrow()
      expect(event.data.title).not.toBe('')
      expect(event.data.summary).not.toBe('')
      expect(event.data.description.split('\n\n').length).toBeGreaterThanOrEqual(2)
      expect(event.data.venue.street).not.toBe('')
      expect(event.data.questions.map((each) => question.parse(each).id)).toEqual(
        event.data.questions.map((each) => each.id),
      )
      for (const offer of await offersOf(id)) expect(() => ticketOffer.parse(offer)).not.toThrow()
    }
    expect([...new Set(events.map((event) => event.timeZone))].toSorted()).toEqual(ZONES)
    expect([...new Set(events.map((event) => event.currency))].toSorted()).toEqual(['EUR', 'JPY', 'USD'])
  })

  test('has an event in every state', async () => {
    const events = await list('upcoming')
    expect(new Set(events.map((event) => event.availability))).toEqual(
      new Set(['on_sale', 'few_left', 'sold_out', 'not_yet', 'ended']),
    )
    expect(events.filter((event) => event.status === 'cancelled')).toHaveLength(1)
    expect(events.some((event) => event.priceFrom === 0)).toBe(true)
    expect(events.some((event) => event.title.length > 120)).toBe(true)
    expect((await list('past')).length).toBe(2)
    const offers = await Promise.all(events.map((event) => offersOf(event.id)))
    expect(Math.max(...offers.map((types) => types.length))).toBeGreaterThanOrEqual(7)
    expect(new Set(offers.flat().map((offer) => offer.status))).toEqual(
      new Set(['on_sale', 'sold_out', 'not_yet', 'ended', 'paused']),
    )
  })

  test('has added and stacked taxes, included taxes at two rates, and none', async () => {
    const { rows } = await sql<{ slug: string; included: boolean; rates: string[]; taxCents: number }>`
      select p.slug, p.prices_include_tax as included,
        array_agg(distinct x.name || ' ' || x.rate_millionths) filter (where x.name is not null) as rates,
        coalesce(sum(x.tax_cents), 0)::int as "taxCents"
      from promoters p join orders o on o.promoter_id = p.id left join order_taxes x on x.order_id = o.id
      group by p.id order by p.slug`.execute(db)
    expect(rows).toEqual([
      { slug: 'aurora', included: true, rates: ['VAT 190000', 'VAT 70000'], taxCents: expect.any(Number) },
      {
        slug: 'brickworks',
        included: false,
        rates: ['City tax 45000', 'MTA tax 3750', 'State tax 40000'],
        taxCents: expect.any(Number),
      },
      { slug: 'nordlys', included: true, rates: null, taxCents: 0 },
    ])
    expect(rows.slice(0, 2).every((row) => row.taxCents > 10_000)).toBe(true)
  })

  test('keeps wall-clock times at the venue', async () => {
    const event = await getEvent(context, { site: site(), params: { idOrSlug: 'nachtstrom-all-night-long' } })
    if (!event.success) throw new Error('The event is missing.')
    expect(event.data).toMatchObject({
      startsAt: '2026-11-27T22:30:00.000Z',
      endsAt: '2026-11-28T08:30:00.000Z',
      doorsAt: '2026-11-27T22:00:00.000Z',
    })
  })

  test('has demo accounts: a customer with orders of two promoters, and members of one', async () => {
    const browser = () => openBrowser({ ask: createAsk(context, 'localhost') }, { address: '127.0.0.1' })
    const signIns = await Promise.all(DEMO_ACCOUNTS.map(({ email }) => browser().login(email, DEMO_PASSWORD)))
    expect(
      signIns.map(({ data }) => [data.customer.isEmailVerified, data.customer.staff.permissions]),
    ).toEqual([
      [true, []],
      ...(['owner', 'sales', 'door'] as const).map((role) => [true, ROLE_PERMISSIONS[role]]),
      [true, []],
    ])
    const customer = browser()
    await customer.login(DEMO_ACCOUNTS[0]?.email ?? '', DEMO_PASSWORD)
    const { data } = await customer.ask<{ orders: OrderSummary[] }>('GET', '/api/auth/customer/orders')
    expect(data.orders.length).toBeGreaterThanOrEqual(2)
    expect(new Set(data.orders.map(({ url }) => new URL(url).host)).size).toBe(2)
  })

  describe('refuses demo accounts, with the right password,', () => {
    const signIn = async (at: { host: string; address: string; settings?: Record<string, string> }) => {
      const config = readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ...at.settings })
      const browser = openBrowser(
        { ask: createAsk({ ...context, config }, at.host) },
        { address: at.address },
      )
      const { success, error } = await browser.login('owner@aurora.example', DEMO_PASSWORD)
      return success ? 'signed in' : error.code
    }
    const refused = 'INVALID_CREDENTIALS'

    test.each(['tickets.example', 'localhost.example', '192.0.2.7', 'aurora.localhost.example'])(
      'on the host %s',
      async (host) => {
        expect(await signIn({ host, address: '127.0.0.1' })).toBe(refused)
      },
    )

    test.each(['192.0.2.7', '10.0.0.9', '2001:db8::7', '::ffff:192.0.2.7'])(
      'from the address %s, whatever Host header it sends',
      async (address) => {
        expect(await signIn({ host: 'aurora.localhost', address })).toBe(refused)
      },
    )

    test.each<Record<string, string>>([
      { NODE_ENV: 'production' },
      { DEMO: 'off' },
      { MAIN_HOSTS: 'tickets.example' },
    ])('on an install with %j', async (settings) => {
      const address = '127.0.0.1'
      expect(await signIn({ host: 'aurora.localhost', address, settings })).toBe(refused)
      const asked = { ...settings, DEMO: 'on' }
      expect(await signIn({ host: 'aurora.localhost', address, settings: asked })).toBe('signed in')
    })

    test('through a proxy that isn’t trusted', () => {
      const from = { host: 'localhost', address: '127.0.0.1', isForwarded: true }
      expect(canUseDemoAccount(readConfig({}), from)).toBe(false)
      expect(canUseDemoAccount(readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), from)).toBe(true)
    })

    test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('but not from %s', async (address) => {
      expect(await signIn({ host: 'aurora.localhost', address })).toBe('signed in')
    })
  })

  test('warns at every start of a production install, and of no other', async () => {
    const start = async (environment: Record<string, string>): Promise<string[]> => {
      const lines: string[] = []
      const log = createLog(
        { LOG_LEVEL: 'warn' },
        {
          destination: { write: (line: string) => void lines.push(line) },
        },
      )
      await prepareDemo({ config: readConfig(environment), db, log })
      return lines.map((line) => JSON.parse(line).msg)
    }
    const warning =
      'The database of this production install has demo data. `npm run db:remove-demo` deletes it.'
    expect(await start({})).toEqual([])
    expect(await start({ NODE_ENV: 'production' })).toEqual([warning])
    expect(await start({ NODE_ENV: 'production', DEMO: 'on' })).toEqual([warning])
    expect(await start({ MAIN_HOSTS: 'tickets.example' })).toEqual([warning])
  })

  test('has a seller with earnings in every state, and payouts', async () => {
    const seller = openBrowser({ ask: createAsk(context, 'aurora.localhost') }, { address: '127.0.0.1' })
    await seller.login('sales@aurora.example', DEMO_PASSWORD)
    const { data } = await seller.ask<{ earnings: StaffEarnings }>('GET', '/api/public/staff/earnings')
    const { totals, events, days, links, payouts, payoutAccount, terms } = data.earnings
    expect(Object.entries(totals[0] ?? {}).filter(([, sum]) => typeof sum === 'number' && sum <= 0)).toEqual(
      [],
    )
    expect(totals).toHaveLength(1)
    expect(events.filter((event) => event.isAvailable).map((event) => event.eventTitle)).toEqual([
      'Herbstrauschen',
    ])
    expect(days.length).toBeGreaterThan(10)
    expect(links.map((link) => link.code).toSorted()).toEqual(['tiago', 'tiago-nachtstrom'])
    expect(payouts.map((payout) => payout.status)).toEqual(['requested', 'sent', 'refused', 'paid'])
    expect(payoutAccount.status).toBe('ready')
    expect(terms.length).toBeGreaterThanOrEqual(3)
    const assignments = await seller.ask<{ assignments: Assignment[] }>(
      'GET',
      '/api/public/staff/assignments',
    )
    expect(assignments.data.assignments).toHaveLength(3)
    const { rows } = await sql`select from tracking_clicks`.execute(db)
    expect(rows.length).toBeGreaterThan(100)
  })

  test.each([
    ['aurora', 'AURORA10', 'herbstrauschen', 'percentage'],
    ['aurora', 'FIVER', 'layl-cairo-electronics', 'fixed'],
    ['aurora', 'WEEKENDER20', 'aurora-weekender-cascais', 'percentage'],
    ['aurora', 'FLASH12', 'layl-cairo-electronics', 'PROMO_USED_UP'],
    ['aurora', 'NEWYEAR', 'layl-cairo-electronics', 'PROMO_NOT_YET'],
    ['aurora', 'SUMMER', 'layl-cairo-electronics', 'PROMO_ENDED'],
    ['aurora', 'HALBMOND', 'layl-cairo-electronics', 'PROMO_UNKNOWN'],
    ['nordlys', 'SENYEN', 'temple-ambient-kyoto', 'fixed'],
    ['nordlys', 'SENYEN', 'winter-light-sibelius', 'PROMO_UNKNOWN'],
    ['brickworks', 'AURORA10', 'laugh-track-friday', 'PROMO_UNKNOWN'],
  ])('on %s, %s for %s: %s', async (...example) => {
    const [name, code, slug, outcome] = example
    const [offer] = await offersOf(slug)
    if (!offer) throw new Error(`${slug} sells nothing.`)
    const answer = await validatePromo(context, {
      site: context.sites.resolve(`${name}.localhost`),
      body: { code: code.toLowerCase(), items: [{ ticketTypeId: offer.id, quantity: 2 }] },
    })
    expect(answer.success ? promoCode.parse(answer.data).discountType : answer.error.code).toBe(outcome)
  })

  test('prints existing codes with their host', async () => {
    const stored = await db
      .selectFrom('promo_codes')
      .innerJoin('promoters', 'promoters.id', 'promo_codes.promoter_id')
      .select(['promo_codes.code', 'promoters.slug'])
      .execute()
    expect(DEMO_PROMO_CODES.map(({ code, host }) => `${code} ${host}`).toSorted()).toEqual(
      stored.map(({ code, slug }) => `${code} ${slug}.localhost`).toSorted(),
    )
    expect(DEMO_PROMO_CODES.every(({ says }) => says !== '')).toBe(true)
  })
})

describe('seeding', () => {
  test('fills an empty database', async () => {
    const { db, drop } = await createTestDatabase()
    expect(await isDatabaseEmpty(db)).toBe(true)
    await seedDemo(db, NOW)
    expect(await isDatabaseEmpty(db)).toBe(false)
    await drop()
  })

  test('concurrent seedings leave one demo, and the same time gives the same rows', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
    // The second waits for the first without a statement timeout, as at start-up.
    const maintenance = createDatabase(createPool(one.address, silentLog(), TIME_LIMITS.maintenance))
    await Promise.all([seedDemo(maintenance, NOW), seedDemo(maintenance, NOW), seedDemo(other.db, NOW)])
    await maintenance.destroy()
    const rows = async (db: Kysely<Database>) => ({
      orders: await db.selectFrom('orders').selectAll().orderBy('number').execute(),
      tickets: await db.selectFrom('tickets').selectAll().orderBy('code').execute(),
      ledger: await db
        .selectFrom('ledger_entries')
        .selectAll()
        .orderBy('transaction_id')
        .orderBy('position')
        .execute(),
      earnings: await db.selectFrom('earnings').selectAll().orderBy('id').execute(),
      payouts: await db.selectFrom('payouts').selectAll().orderBy('id').execute(),
      clicks: await db.selectFrom('tracking_clicks').selectAll().orderBy('visitor').execute(),
      refunds: await db.selectFrom('refunds').selectAll().orderBy('id').execute(),
    })
    expect(await rows(one.db)).toEqual(await rows(other.db))
    await Promise.all([one.drop(), other.drop()])
  })

  test.each(MOMENTS.slice(0, IS_FULL ? MOMENTS.length : 1))('works at %s', async (moment) => {
    const { db, drop } = await createTestDatabase()
    await seedDemo(db, Date.parse(moment))
    expect(await findContradictions(db)).toEqual([])
    const started = await db
      .selectFrom('events')
      .select('slug')
      .where('starts_at', '<', new Date(moment))
      .execute()
    expect(started.map((event) => event.slug).toSorted()).toEqual(['herbstrauschen', 'ligeti-in-the-dark'])
    await drop()
  })
})
