import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { APIRequestContext, APIResponse } from 'playwright/test'
import { startFoyer, type RunningFoyer } from './support/foyer.ts'
import { expect, test } from './support/test.ts'

/** Requests the built pages from the server behind the front door: Astro and its adapter. */
const ask = (
  request: APIRequestContext,
  { port }: RunningFoyer,
  { path, host = 'aurora.localhost', method = 'GET' }: { path: string; host?: string; method?: string },
): Promise<APIResponse> =>
  request.fetch(`http://127.0.0.1:${port}${path}`, { method, maxRedirects: 0, headers: { host } })

test('an unknown path gets 404 with the site’s branding', async ({ request, foyer }) => {
  const looks = [
    ['/nothing-here', 'Aurora'],
    ['/events/nothing/at/all', 'Aurora'],
    ['/account/staff/nothing', 'Staff Portal'],
  ] as const
  for (const [path, siteName] of looks) {
    const answer = await ask(request, foyer, { path })
    expect(answer.status()).toBe(404)
    const text = await answer.text()
    expect(text).toContain('Page not found')
    expect(text).toMatch(new RegExp(`<title>[^<]*${siteName}`))
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers()['content-security-policy']).toContain("default-src 'self'")
  }
})

test('a URL has one spelling', async ({ request, foyer }) => {
  const answer = await ask(request, foyer, { path: '/cart/' })
  expect([answer.status(), answer.headers()['location']]).toEqual([301, '/cart'])
})

test('HEAD returns the headers of GET without a body', async ({ request, foyer }) => {
  for (const path of ['/', '/cart']) {
    const [whole, head] = [
      await ask(request, foyer, { path }),
      await ask(request, foyer, { path, method: 'HEAD' }),
    ]
    expect([head.status(), await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag'])
      expect(head.headers()[name]).toBe(whole.headers()[name])
  }
})

test('no endpoint fetches pictures from a requested host', async ({ request, foyer }) => {
  let asked = 0
  const inner = createServer((_request, response) => {
    asked += 1
    response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  await once(inner.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address with a port.
  const { port } = inner.address() as AddressInfo
  try {
    for (const href of ['/secret.svg', `http://127.0.0.1:${port}/secret.svg`, '/client/favicon.svg']) {
      const path = `/_image?href=${encodeURIComponent(href)}&f=svg`
      const answer = await ask(request, foyer, { path, host: `127.0.0.1:${port}` })
      expect(answer.status()).toBe(404)
    }
    expect(asked).toBe(0)
  } finally {
    inner.close()
  }
})

test('a failed page shows the id of its log entry, cached or not @full', async ({ request }) => {
  const foyer = await startFoyer()
  try {
    await sql`alter table events rename to events_elsewhere`.execute(foyer.db)
    for (const path of [
      '/',
      '/events/nachtstrom-all-night-long',
      '/events/nachtstrom-all-night-long?code=A',
    ]) {
      const answer = await ask(request, foyer, { path })
      expect(answer.status()).toBe(500)
      const text = await answer.text()
      expect(text).toContain('Something went wrong on our side')
      expect(text).toContain(`quote ${answer.headers()['x-request-id']}`)
      expect(text).not.toMatch(/events_elsewhere|relation|\.ts\b/)
      expect(answer.headers()['cache-control']).toBe('no-store')
    }
    await sql`alter table events_elsewhere rename to events`.execute(foyer.db)
    expect((await ask(request, foyer, { path: '/events/nachtstrom-all-night-long' })).status()).toBe(200)
  } finally {
    await foyer.stop()
  }
})

test('an unknown host gets 404 with the fallback branding', async ({ request, foyer }) => {
  const answer = await ask(request, foyer, { path: '/', host: 'nobody.example' })
  expect(answer.status()).toBe(404)
  const text = await answer.text()
  expect(text).toContain('No storefront at this address yet')
  expect(text).toContain('Event Ticketing')
})

test('every page is a single HTML document without tags in attributes', async ({ request, foyer }) => {
  const paths = [
    ['', '/'],
    ['aurora', '/'],
    ['aurora', '/events/nachtstrom-all-night-long'],
    ['aurora', '/cart'],
    ['aurora', '/checkout'],
    ['', '/login'],
    ['', '/developers/api'],
    ['', '/promoter'],
    ['', '/account/staff'],
    ['', '/account/orders'],
    ['', '/register'],
    ['', '/forgot-password'],
    ['', '/promoter/events'],
    ['', '/account/staff/earnings'],
    ['', '/dev/mailbox'],
    ['', '/?when=past'],
    ['aurora', '/nothing-here'],
    ['nobody', '/'],
  ]
  for (const [host = '', path = ''] of paths) {
    const answer = await ask(request, foyer, { path, host: host ? `${host}.localhost` : 'localhost' })
    const text = await answer.text()
    expect(text.trimEnd().endsWith('</html>'), path).toBe(true)
    expect(rawTags(text), path).toEqual([])
  }
})

/** Attributes with characters that validators reject. */
const rawTags = (html: string): string[] =>
  Array.from(
    html.replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '').matchAll(/\s[\w-]+="[^"<]{0,40}<[^"]{0,20}/g),
    ([found]) => found,
  )
