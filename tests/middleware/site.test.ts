import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Site } from '#model/sites/sites.ts'
import { createTargetReader } from '#server/http/pages/page-target.ts'
import { readClient } from '#server/http/security.ts'
import { insertProvenHost } from '#tests/support/domains.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { exchange, openFrontDoor, type Door } from '#tests/support/front-door.ts'

const PROXY = '127.0.0.1'
const STRANGER = '127.0.0.9'

let trusting: Door
let wary: Door
let found: Site | undefined
/** A server that only determines the site, like the front door. */
const decider = createServer()
let decided: Site | undefined

const renderPage = async (_request: Request, { site }: App.Locals): Promise<Response> => {
  found = site
  return new Response('a page')
}

beforeAll(async () => {
  trusting = await openFrontDoor({ renderPage, environment: { TRUSTED_PROXIES: PROXY } })
  const { promoterId } = trusting.stage
  const { db, sites } = trusting.context
  await insertProvenHost(db, { promoterId, host: 'aurora.example', isCanonical: true })
  const other = await insertPromoter(db, 'Bücher')
  await insertProvenHost(db, { promoterId: other, host: 'xn--bcher-kva.example', isCanonical: true })
  await sites.reload()
  wary = await openFrontDoor({ renderPage, beside: trusting, environment: { TRUSTED_PROXIES: STRANGER } })
  await once(decider.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  decider.close()
  await wary.close()
  await trusting.close()
})
beforeEach(() => {
  found = undefined
  decided = undefined
})

/** Sends one request to a front door and to the decider. */
async function ask(door: Door, text: string): Promise<void> {
  const read = createTargetReader(door.context.sites)
  const { TRUSTED_PROXIES } = door.context.config
  decider
    .removeAllListeners('request')
    .on('request', (request: IncomingMessage, response: ServerResponse) => {
      decided = read(request, readClient(request, TRUSTED_PROXIES))?.site
      response.end()
    })
  // A listening TCP server has an address with a port.
  const { port } = decider.address() as AddressInfo
  await exchange(port, text)
  await exchange(door.port, text)
}

const get = (host: string, path: string, headers: Record<string, string> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close\r\n\r\n',
  ].join('\r\n')

type Expected = readonly [kind: Site['kind'], isStaffs?: boolean]

describe('the middleware finds the site that the front door determined', () => {
  test.each<readonly [host: string, path: string, expected: Expected]>([
    ['localhost', '/cart', ['main']],
    ['LocalHost:4321', '/cart', ['main']],
    ['127.0.0.1:80', '/cart', ['main']],
    ['[::1]', '/cart', ['main']],
    ['[::1]:4321', '/cart', ['main']],
    ['aurora.localhost', '/cart', ['storefront']],
    ['AURORA.localhost.:4321', '/cart', ['storefront']],
    ['aurora.example', '/cart', ['storefront']],
    ['Aurora.Example.', '/cart', ['storefront']],
    ['aurora.example:8443', '/events/night-shift', ['storefront']],
    ['aurora.example', '/?q=a', ['storefront']],
    ['xn--bcher-kva.example', '/cart', ['storefront']],
    ['XN--Bcher-KVA.example', '/account/staff', ['storefront', true]],
    ['nobody.example', '/cart', ['unknown']],
    ['nobody.example', '/', ['unknown']],
    ['10.1.2.3:4321', '/cart', ['unknown']],
    // URL parsers read these as 127.0.0.1.
    ['127.1', '/cart', ['unknown']],
    ['0x7f.0.0.1', '/cart', ['unknown']],
    ['[0:0:0:0:0:0:0:1]', '/cart', ['unknown']],
    ['[2001:DB8::1]:80', '/cart', ['unknown']],
    ['aurora.example.evil.example', '/cart', ['unknown']],
    // Specification §2: paths that skip the loading of a custom domain.
    ['aurora.example', '/staff', ['storefront', true]],
    ['aurora.example', '/account/staff/earnings?setup=complete', ['storefront', true]],
    ['aurora.example', '/direct-staff-access', ['storefront', true]],
    ['localhost', '/account/staff', ['main', true]],
    ['nobody.example', '/account/staff', ['unknown', true]],
    ['aurora.example', '/events/staff-party', ['storefront']],
    ['aurora.example', '/cart?next=/staff', ['storefront']],
  ])('%s %s', async (host, path, [kind, isStaffs = false]) => {
    await ask(wary, get(host, path))
    expect(found).toEqual(decided)
    expect(found).toMatchObject({ kind })
    expect(found?.settings.siteName === 'Staff Portal').toBe(isStaffs)
  })

  test.each<readonly [forwarded: string, kind: Site['kind']]>([
    ['aurora.example', 'storefront'],
    ['Aurora.Example:8443', 'storefront'],
    ['localhost, aurora.example', 'storefront'],
    ['aurora.example, nobody.example', 'unknown'],
    ['localhost', 'main'],
  ])('forwarded as %s', async (forwarded, kind) => {
    const headers = { 'X-Forwarded-Host': forwarded, 'X-Forwarded-Proto': 'https' }
    await ask(trusting, get('10.1.2.3:4321', '/cart', headers))
    expect(found).toEqual(decided)
    expect(found).toMatchObject({ kind })
    await ask(wary, get('10.1.2.3:4321', '/cart', headers))
    expect(found).toEqual(decided)
    expect(found, 'a stranger’s word counts for nothing').toMatchObject({ kind: 'unknown', host: '10.1.2.3' })
  })
})
