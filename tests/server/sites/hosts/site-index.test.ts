import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSiteIndex, type SiteIndex } from '#server/sites/hosts/site-index.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let opened: SiteIndex[]

beforeEach(async () => {
  database = await createTestDatabase()
  opened = []
})
afterEach(async () => {
  for (const index of opened) index.close()
  await database.drop()
})

const open = (mainHosts = ['localhost']): SiteIndex => {
  const index = createSiteIndex({ db: database.db, mainHosts, log: silentLog() })
  opened.push(index)
  return index
}
const openReady = async (): Promise<SiteIndex> => {
  const index = open()
  expect(await index.whenReady(10_000)).toBe(true)
  return index
}
const addHost = (host: string, promoterId: string, more: { is_canonical?: boolean } = {}) =>
  database.db
    .insertInto('hosts')
    .values({ host, promoter_id: promoterId, verified_at: new Date(), ...more })
    .execute()

/** Locks the host table until released. */
async function lockHosts(): Promise<{ release: () => Promise<void> }> {
  const transaction = await database.db.startTransaction().execute()
  await sql`lock table hosts in access exclusive mode`.execute(transaction)
  return { release: () => transaction.commit().execute() }
}

describe('before the hosts are loaded', () => {
  test('only the main hosts are known, and waiting callers are notified later', async () => {
    await insertPromoter(database.db, 'Aurora')
    const lock = await lockHosts()
    const index = open()
    expect([index.isReady(), index.knows('localhost'), index.knows('aurora.localhost')]).toEqual([
      false,
      true,
      false,
    ])
    expect(index.resolve('localhost').kind).toBe('main')
    expect(index.resolve('aurora.localhost').kind).toBe('unknown')
    expect(await index.whenReady(1)).toBe(false)
    const waiting = index.whenReady(60_000)
    await lock.release()
    expect(await waiting).toBe(true)
    expect([index.isReady(), index.knows('nobody.localhost')]).toEqual([true, true])
    expect(index.resolve('aurora.localhost').kind).toBe('storefront')
  })

  test('a failed load is retried until it succeeds', async () => {
    await insertPromoter(database.db, 'Aurora')
    await sql`alter table hosts rename to away`.execute(database.db)
    const index = open()
    await expect(index.reload()).rejects.toThrow('hosts')
    expect(index.isReady()).toBe(false)
    await sql`alter table away rename to hosts`.execute(database.db)
    expect(await index.whenReady(10_000)).toBe(true)
  })

  test('a notification about one promoter loads all', async () => {
    const [auroraId] = [
      await insertPromoter(database.db, 'Aurora'),
      await insertPromoter(database.db, 'Nordlys'),
    ]
    const index = open()
    await index.reload(auroraId)
    expect(index.hosts().toSorted()).toEqual(['aurora.localhost', 'nordlys.localhost'])
  })
})

test('a later failed load keeps the known hosts', async () => {
  await insertPromoter(database.db, 'Aurora')
  const index = await openReady()
  await sql`alter table hosts rename to away`.execute(database.db)
  await expect(index.reload()).rejects.toThrow('hosts')
  expect(index.resolve('aurora.localhost').kind).toBe('storefront')
})

test('a promoter’s hosts share settings and name the canonical one', async () => {
  const promoterId = await insertPromoter(database.db, 'Aurora')
  await addHost('tickets.example', promoterId, { is_canonical: true })
  const index = await openReady()
  const [one, other] = ['aurora.localhost', 'tickets.example'].map((host) => index.resolve(host))
  expect(one).toMatchObject({
    promoterId,
    canonicalHost: 'tickets.example',
    settings: { siteName: 'Aurora' },
  })
  expect(other?.settings).toBe(one?.settings)
  expect(index.hostOf(promoterId)).toBe('tickets.example')
})

test('without a canonical host, a promoter has its first, or none', async () => {
  const promoterId = await insertPromoter(database.db, 'Aurora')
  await addHost('tickets.example', promoterId)
  const index = await openReady()
  expect(index.hostOf(promoterId)).toBe('aurora.localhost')
  expect(index.hostOf(randomUUID())).toBeUndefined()
})

test('§9: the product’s own hosts are the main site, and never looked up', async () => {
  const promoterId = await insertPromoter(database.db, 'Aurora')
  await addHost('tickets.example', promoterId)
  const lock = await lockHosts()
  const index = open(['localhost', 'tickets.example'])
  const kinds = () => ['localhost', 'tickets.example'].map((host) => index.resolve(host).kind)
  expect([index.isReady(), index.knows('tickets.example'), kinds()]).toEqual([false, true, ['main', 'main']])
  await lock.release()
  expect([await index.whenReady(10_000), kinds()]).toEqual([true, ['main', 'main']])
})

test('an unverified domain is unknown', async () => {
  const promoterId = await insertPromoter(database.db, 'Aurora')
  await database.db.insertInto('hosts').values({ host: 'not.yet', promoter_id: promoterId }).execute()
  expect((await openReady()).resolve('not.yet').kind).toBe('unknown')
})

describe('reloading one promoter', () => {
  test('adds, removes and reassigns its hosts; others are unchanged', async () => {
    const auroraId = await insertPromoter(database.db, 'Aurora')
    const nordlysId = await insertPromoter(database.db, 'Nordlys')
    await addHost('passed.example', auroraId)
    const index = await openReady()
    const nordlys = index.resolve('nordlys.localhost')
    await addHost('new.example', auroraId)
    await database.db
      .updateTable('sites')
      .set({ site_name: 'New' })
      .where('promoter_id', '=', auroraId)
      .execute()
    await database.db.deleteFrom('hosts').where('host', '=', 'aurora.localhost').execute()
    await index.reload(auroraId)
    expect(index.resolve('new.example')).toMatchObject({
      promoterId: auroraId,
      settings: { siteName: 'New' },
    })
    expect(index.resolve('aurora.localhost').kind).toBe('unknown')
    expect(index.resolve('nordlys.localhost')).toBe(nordlys)
    await database.db
      .updateTable('hosts')
      .set({ promoter_id: nordlysId })
      .where('host', '=', 'passed.example')
      .execute()
    // In either order of notification, the host stays with its current owner.
    await index.reload(nordlysId)
    await index.reload(auroraId)
    expect(index.resolve('passed.example')).toMatchObject({ promoterId: nordlysId })
  })
})

test('more hosts than one batch are all loaded', async () => {
  const promoterId = await insertPromoter(database.db, 'Aurora')
  await sql`
    insert into hosts (host, promoter_id, verified_at)
    select 'n' || n || '.example', ${promoterId}, now() from generate_series(1, 4001) n`.execute(database.db)
  const index = await openReady()
  expect(new Set(index.hosts()).size).toBe(4002)
})

test('waiting ends after the given time', async () => {
  const lock = await lockHosts()
  const index = open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let said: boolean | undefined
    void index.whenReady(800).then((answer) => (said = answer))
    await vi.advanceTimersByTimeAsync(799)
    expect(said).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(said).toBe(false)
  } finally {
    vi.useRealTimers()
    await lock.release()
  }
})
