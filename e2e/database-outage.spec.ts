import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test as base } from 'playwright/test'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/database-proxy.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { setReadOnly } from '#tests/support/read-only.ts'
import { openDemo } from './support/foyer.ts'
import { startNode, type Node } from './support/nodes.ts'

interface Outage {
  node: Node
  proxy: DatabaseProxy
  db: Awaited<ReturnType<typeof openDemo>>['db']
}

const test = base.extend<{ outage: Outage }>({
  // Playwright reads the fixture's needs from the pattern: this one needs none.
  // eslint-disable-next-line no-empty-pattern
  outage: async ({}, use) => {
    const { address, db, drop } = await openDemo()
    const proxy = await openDatabaseProxy(address)
    const node = await startNode(proxy.address, { settings: { LOG_LEVEL: 'fatal' } })
    await use({ node, proxy, db })
    await proxy.recover()
    await node.stop()
    await proxy.close()
    await drop()
  },
})

test.setTimeout(120_000)

/** Maximum response time of the requirement, in milliseconds. Load on the machine adds to it. */
const MAX_MS = 10_000

const PAGES = [
  '/',
  '/?q=anything',
  '/events/halbmond-album-release',
  '/events/halbmond-album-release?code=x',
  `/orders/${randomUUID()}`,
  '/checkout',
  '/cart',
  '/login',
  '/account',
  '/account/staff',
  '/promoter',
  `/join/${randomUUID()}`,
  '/sitemap.xml',
  '/nothing-here',
]
/** Pages that depend on the database. */
const NEEDING = ['/?q=anything', `/events/halbmond-album-release?code=x`, '/sitemap.xml', PAGES[4] ?? '']

interface Answer {
  what: string
  status: number
  tookMs: number
  retryAfter: string | null
  text: string
}

async function ask(node: Node, path: string, init: RequestInit = {}): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(node.origin + path, {
    ...init,
    redirect: 'manual',
  })
  const text = await response.text()
  return {
    what: `${init.method ?? 'GET'} ${path}`,
    status: response.status,
    tookMs: performance.now() - start,
    retryAfter: response.headers.get('retry-after'),
    text,
  }
}

async function register(node: Node): Promise<string> {
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${randomUUID()}@example.com`, phone: '' }
  const password = 'a long enough password'
  const answer = await ask(node, '/api/public/auth/customer/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...person, password, confirmPassword: password }),
  })
  const { data } = JSON.parse(answer.text)
  return String(data?.accessToken)
}

const askEveryEndpoint = (node: Node, token: string): Promise<Answer[]> =>
  Promise.all(
    listContracts()
      .filter(({ isFile }) => !isFile)
      .map(({ contract }) =>
        ask(node, contract.path.replaceAll(/\{\w+\}/g, randomUUID()), {
          method: contract.method,
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${token}`,
            'Idempotency-Key': randomUUID(),
          },
          ...(contract.method === 'GET' ? {} : { body: '{}' }),
        }),
      ),
  )

const wrongOf = (answers: readonly Answer[], longestMs: number): string[] =>
  answers.flatMap(({ what, status, tookMs, retryAfter }) => [
    ...(status >= 500 && status !== 503 ? [`${what} is answered ${status}.`] : []),
    ...(status === 503 && !(Number(retryAfter) > 0) ? [`${what} says no Retry-After.`] : []),
    ...(tookMs > longestMs ? [`${what} takes ${Math.round(tookMs)} ms.`] : []),
  ])

const statusOf = async (node: Node, path: string): Promise<number> => (await ask(node, path)).status

async function expectOutage(node: Node, token: string): Promise<void> {
  const pages = await Promise.all(PAGES.map((path) => ask(node, path)))
  expect(wrongOf(pages, MAX_MS)).toEqual([])
  for (const page of pages.filter(({ what }) => NEEDING.includes(what.slice(4)))) {
    expect([page.what, page.status]).toEqual([page.what, 503])
    expect(page.text).toContain('We’ll be back in a moment')
  }
  const calls = await askEveryEndpoint(node, token)
  expect(wrongOf(calls, MAX_MS)).toEqual([])
  expect(calls.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
}

async function expectRecovery({ node, db }: Outage): Promise<void> {
  await expect.poll(() => statusOf(node, '/readyz'), { timeout: 20_000 }).toBe(200)
  expect(await statusOf(node, '/?q=anything')).toBe(200)
  expect(await statusOf(node, '/api/public/events')).toBe(200)
  expect(await findContradictions(db)).toEqual([])
}

test('while the database hangs, everything is answered within 10 s and health within 2 s, and recovers @full', async ({
  outage,
}) => {
  const { node, proxy } = outage
  const token = await register(node)
  expect(await statusOf(node, '/readyz')).toBe(200)
  proxy.hang()
  const [ready, alive] = [await ask(node, '/readyz'), await ask(node, '/healthz')]
  expect([ready.status, alive.status]).toEqual([503, 200])
  expect(ready.tookMs).toBeLessThan(2000)
  expect(alive.tookMs).toBeLessThan(1000)
  await expectOutage(node, token)
  await proxy.recover()
  await expectRecovery(outage)
})

test('while the database refuses connections, requests get 503 at once, and recover', async ({ outage }) => {
  const { node, proxy } = outage
  const token = await register(node)
  await proxy.refuse()
  await expectOutage(node, token)
  await proxy.recover()
  await expectRecovery(outage)
})

test('while the database is slow, requests over 5 s get 503 within 10 s, and recover @full', async ({
  outage,
}) => {
  const { node, db } = outage
  await db.transaction().execute(async (trx) => {
    // The lock simulates a slow disk for queries of events.
    await sql`lock table events in access exclusive mode`.execute(trx)
    const asked = ['/?q=anything', '/api/public/events', '/sitemap.xml'].map((path) => ask(node, path))
    expect(await statusOf(node, '/readyz')).toBe(200)
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(wrongOf(answers, MAX_MS)).toEqual([])
    expect(answers[0]?.text).toContain('We’ll be back in a moment')
  })
  await expectRecovery(outage)
})

test('while the database is read-only, pages are shown, writes get 503, and recover @full', async ({
  outage,
}) => {
  const { node, proxy } = outage
  await setReadOnly(proxy, true)
  await expect.poll(() => statusOf(node, '/?q=anything'), { timeout: 20_000 }).toBe(200)
  const login = () =>
    ask(node, '/api/auth/customer/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a long password' }),
    })
  const refused = await login()
  expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([503, true])
  expect(await statusOf(node, '/readyz')).toBe(503)
  await setReadOnly(proxy, false)
  await expect.poll(async () => (await login()).status, { timeout: 20_000 }).toBe(401)
  await expectRecovery(outage)
})
