import { paymentWebhook } from '#contracts/checkout/payments.ts'
import { tlsAllowed } from '#contracts/platform/domains.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMaintenanceEnd, maintenanceRetrySeconds } from '#model/platform/maintenance.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { openFrontDoor, type Door, type RawRequest } from '#tests/support/front-door.ts'
import { runFoyer } from '#tests/support/owners.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const WEBHOOK_SECRET = 'a-secret-only-tests-know'
let door: Door
let rendered = 0
beforeAll(async () => {
  door = await openFrontDoor({
    environment: { SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET },
    listens: true,
    renderPage: (_request, { maintenance, site }) => {
      if (!maintenance) return Promise.resolve(new Response('a page'))
      rendered += 1
      const text = `${site.settings.siteName}: ${maintenance.message}`
      return Promise.resolve(new Response(text, { status: 503, headers: { 'Content-Type': 'text/html' } }))
    },
  })
})
afterAll(() => door.close())

const run = (...args: string[]) => {
  const { host, port, user, database } = door.stage.database.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return runFoyer(['maintenance', ...args], { DATABASE_URL })
}
const statusOf = async (request: RawRequest): Promise<number> => (await door.send(request)).status

test('is turned on and off by a command, on running nodes, with an entry in the log', async () => {
  expect((await run('status')).out).toBe('Maintenance is off.\n')
  expect(await statusOf({ path: '/' })).toBe(200)
  expect((await run('on', '20', 'New servers.')).code).toBe(0)
  await waitFor(async () => expect(await statusOf({ path: '/' })).toBe(503))
  expect((await run('status')).out).toMatch(
    /^Maintenance has been on since .+ UTC, until .+ UTC\.\nNew servers\.\n$/,
  )

  const page = await door.send({ path: '/events/night-shift' })
  expect(page.text).toBe('Aurora: New servers.')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(1100)
  expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(1200)

  const call = await door.send({ path: '/api/public/events' })
  expect([call.status, JSON.parse(call.text)]).toEqual([
    503,
    {
      success: false,
      error: { code: 'MAINTENANCE', message: 'We’re updating our system. Try again later.' },
    },
  ])
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(1100)
  for (const method of ['POST', 'HEAD']) expect(await statusOf({ method, path: '/checkout' })).toBe(503)
  expect(await statusOf({ method: 'PUT', path: '/api/public/carts/1', body: '{}' })).toBe(503)

  expect((await run('off')).out).toBe('Maintenance is off.\n')
  await waitFor(async () => expect(await statusOf({ path: '/' })).toBe(200))
  const { db } = door.stage.database
  const log = await db.selectFrom('operator_log').select('action').orderBy('id').execute()
  expect(log.map(({ action }) => action)).toEqual(['maintenance.started', 'maintenance.ended'])
})

test('leaves open what must work: probes, webhooks of the payment provider, certificates, operators', async () => {
  await run('on')
  await waitFor(async () => expect(await statusOf({ path: '/' })).toBe(503))
  expect(await statusOf({ path: '/healthz' })).toBe(200)
  expect(await statusOf({ path: '/readyz' })).toBe(200)
  expect(await statusOf({ path: '/metrics', host: 'localhost' })).toBe(200)

  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_unknown' } },
  })
  const signature = signBody(body, { secrets: [WEBHOOK_SECRET], at: Date.now() })
  const headers = {
    [door.context.payments.signatureHeader]: signature,
    'Content-Type': 'application/json',
  }
  const webhook = { method: 'POST', path: paymentWebhook.path, body }
  expect(await statusOf({ ...webhook, headers })).toBe(200)
  expect(await statusOf(webhook)).not.toBe(503)

  const certificate = (domain: string): Promise<number> =>
    statusOf({ path: `${tlsAllowed.path}?domain=${domain}` })
  expect(await certificate('aurora.localhost')).toBe(200)
  expect(await certificate('stranger.example')).toBe(404)

  for (const path of ['/operator', '/operator/health', '/login'])
    expect(await statusOf({ path, host: 'localhost' })).toBe(200)
  expect(await statusOf({ path: '/api/operator/health', host: 'localhost' })).toBe(401)
  for (const path of ['/status', '/legal/imprint']) expect(await statusOf({ path })).toBe(200)
  // Customers sign in on storefronts.
  expect(await statusOf({ path: '/login' })).toBe(503)
  await run('off')
  await waitFor(async () => expect(await statusOf({ path: '/' })).toBe(200))
})

test('renders a site’s notice once a second, however many visitors there are', async () => {
  await run('on', '-', 'Soon.')
  await waitFor(async () => expect(await statusOf({ path: '/' })).toBe(503))
  const before = rendered
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 50 }, () => door.send({ path: '/' })))
  expect(rendered - before).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAt) / 1000))
  const notice = await door.send({ path: '/' })
  expect(notice.headers.get('retry-after')).toBe('120')
  await run('off')
})

test.each([
  [[]],
  [['now']],
  [['on', '0']],
  [['on', '10081']],
  [['on', '5', 'x'.repeat(301)]],
  [['off', 'x']],
])('prints usage for %j', async (args) => {
  const { code, err } = await run(...args)
  expect([code, err]).toEqual([1, expect.stringContaining('Use one of: status, on')])
})

test.each([
  [null, 120, ''],
  [60_000, 60, 'in a few minutes'],
  [-60_000, 10, 'in a few minutes'],
  [20 * 60_000, 1200, 'in about 20 minutes'],
  [150 * 60_000, 3600, 'in about 3 hours'],
])('an end in %s ms: try again after %s s, “%s”', (inMs, seconds, text) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const maintenance = { until: inMs === null ? null : now + inMs, message: '' }
  expect(maintenanceRetrySeconds(maintenance, now)).toBe(seconds)
  expect(formatMaintenanceEnd(maintenance, now)).toBe(text)
})
