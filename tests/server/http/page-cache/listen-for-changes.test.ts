import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeClock } from '#tests/support/clock.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor, type Door, type RenderPage } from '#tests/support/front-door.ts'
import { waitFor } from '#tests/support/wait-for.ts'

// The clock stands still, so pages are renewed only by notifications.
const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
const COUNT = sql<number>`nextval('renders')::int`

/** Renders its data and the number of renderings. */
const renderPage: RenderPage = async (_request, { context, site }) => {
  const { rows } = await sql<{ title: string; free: number; made: number }>`
    select e.title, coalesce(i.capacity - i.sold - i.held, 0) as free, ${COUNT} as made
    from events e left join ticket_types t on t.event_id = e.id left join inventory i on i.ticket_type_id = t.id
    where e.slug = 'watched'`.execute(context.db)
  return Response.json({ site: site.settings.siteName, ...rows[0] })
}

let here: Door
let there: Door
let eventId: string
let ticketTypeId: string

beforeAll(async () => {
  here = await openFrontDoor({ clock, renderPage, listens: true })
  there = await openFrontDoor({ clock, renderPage, listens: true, beside: here })
  const { db } = here.context
  const { promoterId } = here.stage
  await sql`create sequence renders`.execute(db)
  const startsAt = new Date(clock.now() + 86_400_000)
  eventId = await insertEvent(db, { promoterId, startsAt, slug: 'watched', title: 'Before' })
  ticketTypeId = await insertTicketType(db, { promoterId, eventId, capacity: 10 })
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const read = async (door: Door, host = 'aurora.localhost') =>
  JSON.parse((await door.send({ path: '/events/watched', host })).text)

/** Waits for earlier notifications and new renderings on both nodes. */
beforeEach(async () => {
  clock.advance(10_000)
  const settled = async (): Promise<void> => {
    const made = [await read(here), await read(there), await read(here, 'localhost')]
    await new Promise((resolve) => setImmediate(resolve))
    const again = [await read(here), await read(there), await read(here, 'localhost')]
    expect(again).toEqual(made)
  }
  await waitFor(settled)
})

/** Content shown by both nodes and the main site. */
const facts = async () => {
  const [main, ...own] = [await read(there, 'localhost'), await read(here), await read(there)]
  return { titles: [main.title, ...own.map((page) => page.title)], sites: own.map((page) => page.site) }
}
const thrice = (title: string): string[] => [title, title, title]

/**
 * Makes changes one after another, each when the previous one is visible. Returns the shortest delay, because a busy machine slows some.
 */
async function quickestOf(names: string[], show: (name: string) => Promise<void>): Promise<number> {
  const spent: number[] = []
  for (const name of names) {
    const begun = performance.now()
    await show(name)
    spent.push(performance.now() - begun)
  }
  return Math.min(...spent)
}

describe('a change is visible on every node', () => {
  test('of an event within a second', async () => {
    const titles = ['First', 'Second', 'Third', 'Fourth', 'After']
    const quickest = await quickestOf(titles, async (title) => {
      await here.context.db.updateTable('events').set({ title }).where('id', '=', eventId).execute()
      await expect.poll(facts).toMatchObject({ titles: thrice(title) })
    })
    expect(quickest).toBeLessThan(1000)
  })

  test('of the site’s settings within a second', async () => {
    const names = ['Aurora Days', 'Aurora Weeks', 'Aurora Months', 'Aurora Nights']
    const quickest = await quickestOf(names, async (name) => {
      await here.context.db.updateTable('sites').set({ site_name: name }).execute()
      await expect.poll(facts).toMatchObject({ sites: [name, name] })
    })
    expect(quickest).toBeLessThan(1000)
  })

  test('of hosts: a new one resolves, and a deleted one doesn’t', async () => {
    const { db } = here.context
    const { promoterId } = here.stage
    const host = 'tickets.example'
    expect(there.context.sites.resolve(host).kind).toBe('unknown')
    await db.insertInto('hosts').values({ host, promoter_id: promoterId, verified_at: new Date() }).execute()
    await waitFor(async () => expect((await read(there, host)).title).toBe('After'))
    await db.deleteFrom('hosts').where('host', '=', host).execute()
    await waitFor(() => expect(there.context.sites.resolve(host).kind).toBe('unknown'))
    expect(there.context.sites.resolve('aurora.localhost').kind).toBe('storefront')
  })

  const changes: Record<string, (door: Door) => Promise<unknown>> = {
    'a new ticket type': ({ context, stage }) =>
      insertTicketType(context.db, { promoterId: stage.promoterId, eventId: stage.eventId }),
    'a ticket type’s price': ({ context }) =>
      context.db.updateTable('ticket_types').set({ price_cents: 1 }).execute(),
    'its fees': ({ context, stage }) => insertFees(context.db, { promoterId: stage.promoterId }),
    'everybody’s fees': ({ context }) => insertFees(context.db, { currency: 'EUR', orderBaseCents: 3 }),
    'its delivery options': ({ context, stage }) =>
      context.db
        .insertInto('delivery_options')
        .values({ promoter_id: stage.promoterId, event_id: eventId, method: 'post', price_cents: 100 })
        .execute(),
    'no delivery option any more': ({ context }) => context.db.deleteFrom('delivery_options').execute(),
    'its name': ({ context }) => context.db.updateTable('promoters').set({ name: 'New' }).execute(),
  }
  test.each(Object.keys(changes))('of %s', async (name) => {
    const before = [await read(here), await read(there), await read(here, 'localhost')]
    await changes[name]?.(here)
    await waitFor(async () => {
      const after = [await read(here), await read(there), await read(here, 'localhost')]
      for (const [index, page] of after.entries()) expect(page.made).toBeGreaterThan(before[index].made)
    })
  })

  test('after a lost notification connection, including missed changes', async () => {
    const { db } = here.context
    await sql`
      with lost as (
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'foyer notices' and datname = current_database()
      ) select count(*) from lost`.execute(db)
    await db.updateTable('events').set({ title: 'Missed' }).where('id', '=', eventId).execute()
    await expect.poll(facts).toMatchObject({ titles: thrice('Missed') })
    await db.updateTable('events').set({ title: 'Heard' }).where('id', '=', eventId).execute()
    await expect.poll(facts).toMatchObject({ titles: thrice('Heard') })
  })
})

describe('without a notification', () => {
  test('another promoter’s pages are unchanged', async () => {
    const { db } = here.context
    const before = await read(here)
    const main = await read(here, 'localhost')
    const promoterId = await insertPromoter(db, 'Nordlys')
    await insertEvent(db, { promoterId, startsAt: new Date() })
    await waitFor(async () => expect((await read(here, 'localhost')).made).toBeGreaterThan(main.made))
    expect(await read(here)).toEqual(before)
  })

  test('a sale is visible within two seconds', async () => {
    const { db } = here.context
    const { free } = await read(here)
    await sql`update inventory set sold = sold + 3 where ticket_type_id = ${ticketTypeId}`.execute(db)
    expect((await read(here)).free).toBe(free)
    clock.advance(2001)
    for (const door of [here, there]) expect((await read(door)).free).toBe(free - 3)
  })

  test('a change with a lost notification is visible within two seconds', async () => {
    const { db } = here.context
    await db.transaction().execute(async (trx) => {
      // Triggers are disabled in this session, so no notification is sent.
      await sql`set local session_replication_role = replica`.execute(trx)
      await trx.updateTable('events').set({ title: 'Untold' }).where('id', '=', eventId).execute()
    })
    expect((await read(there)).title).toBe('Heard')
    clock.advance(2001)
    for (const door of [here, there]) expect((await read(door)).title).toBe('Untold')
  })
})
