import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCdnPurge } from '#server/http/cdn/purge-cdn.ts'
import { listenForChanges } from '#server/http/page-cache/listen-for-changes.ts'
import { readConfig } from '#server/platform/config.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { silentLog } from '#tests/support/log.ts'
import { waitFor } from '#tests/support/wait-for.ts'

interface Purge {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

let purges: Purge[]
let apiUrl: string
const undo: (() => unknown)[] = []

/** The CDN's API. */
beforeEach(async () => {
  purges = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      purges.push({ url: request.url, headers: request.headers, body: JSON.parse(text) })
      response.writeHead(200).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  undo.push(() => server.close())
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

const settings = (cdn: 'cloudflare' | 'fastly') => ({
  CDN: cdn,
  CDN_ZONE: 'zone1',
  CDN_TOKEN: 'a-token-of-16-chars',
  CDN_API_URL: apiUrl,
})

async function open(environment: Record<string, string>): Promise<Door> {
  const door = await openFrontDoor({ environment })
  undo.push(door.close)
  return door
}

test('without a CDN, shared caches must ask for each page', async () => {
  const door = await open({})
  const { headers } = await door.send({ path: '/' })
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.get('cache-tag')).toBeNull()
})

test.each([
  ['cloudflare', 'cache-tag'],
  ['fastly', 'surrogate-key'],
] as const)('%s may cache public pages for a second, with the promoter’s tag in %s', async (cdn, header) => {
  const door = await open(settings(cdn))
  for (const path of ['/', '/?q=jazz']) {
    const { headers } = await door.send({ path })
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=1')
    expect(headers.get(header)).toBe(`foyer-${door.stage.promoterId}`)
  }
  const etag = (await door.send({ path: '/' })).headers.get('etag') ?? ''
  const unchanged = await door.send({ path: '/', headers: { 'If-None-Match': etag } })
  expect([unchanged.status, unchanged.headers.get(header)]).toEqual([304, `foyer-${door.stage.promoterId}`])
  const main = await door.send({ path: '/', host: 'localhost' })
  expect(main.headers.get(header)).toBe('foyer-main')
})

test('what is personal or failed may never be cached', async () => {
  const door = await open(settings('cloudflare'))
  for (const path of ['/cart', '/events/night-shift?code=SECRET', '/api/public/events/unknown'])
    expect((await door.send({ path })).headers.get('cache-control')).toBe('no-store')
  const withCode = await door.send({ path: '/events/night-shift', headers: { Cookie: 'event_code_1=x' } })
  expect(withCode.headers.get('cache-control')).toBe('no-store')
})

test('a promoter’s change drops its pages and those of the main site, many changes in one request', async () => {
  const door = await open(settings('cloudflare'))
  const { context, cache, stage } = door
  const cdn = createCdnPurge(context.config, silentLog())
  const listening = await listenForChanges({ context, connection: stage.database.address, cache, cdn })
  undo.push(() => listening.stop())
  for (const title of ['One', 'Two', 'Three'])
    await sql`update events set title = ${title} where id = ${stage.eventId}`.execute(stage.database.db)
  await waitFor(() => expect(purges).toHaveLength(1))
  await cdn?.stop()
  expect(purges).toEqual([
    {
      url: '/client/v4/zones/zone1/purge_cache',
      headers: expect.objectContaining({ authorization: 'Bearer a-token-of-16-chars' }),
      body: { tags: ['foyer-main', `foyer-${stage.promoterId}`] },
    },
  ])
})

test('Fastly is asked in its own way, with 100 tags at most', async () => {
  const cdn = createCdnPurge(readConfig(settings('fastly')), silentLog())
  for (let promoter = 0; promoter < 150; promoter += 1) cdn?.purge(`promoter-${promoter}`)
  await cdn?.stop()
  expect(purges.map(({ url, headers }) => [url, headers['fastly-key']])).toEqual(
    Array.from({ length: 2 }, () => ['/service/zone1/purge', 'a-token-of-16-chars']),
  )
  const tags = purges.flatMap(({ body }) => (body as { surrogate_keys: string[] }).surrogate_keys)
  expect(new Set(tags).size).toBe(151)
})

test('a CDN that can’t be reached delays nothing and fails nothing', async () => {
  const cdn = createCdnPurge(
    readConfig({ ...settings('fastly'), CDN_API_URL: 'http://127.0.0.1:1' }),
    silentLog(),
  )
  cdn?.purge('promoter')
  await cdn?.stop()
  expect(purges).toEqual([])
})
