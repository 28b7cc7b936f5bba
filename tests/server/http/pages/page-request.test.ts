import { createRequestFromNodeRequest } from 'astro/app/node'
import { expect, test } from 'vitest'
import { PageRequest } from '#server/http/pages/page-request.ts'

const ADDRESS = Symbol.for('astro.clientAddress')
/** Builds the request as pages see it, with @astrojs/node's own code. */
const asPagesSee = (parameters: ConstructorParameters<typeof PageRequest>[0]) => {
  const request = createRequestFromNodeRequest(new PageRequest(parameters), { allowedDomains: [] })
  return { request, address: Reflect.get(request, ADDRESS) }
}

test.each([
  ['http://aurora.localhost:4321', '/cart?a=%20', 'http://aurora.localhost:4321/cart?a=%20'],
  ['https://aurora.example', '//cart', 'https://aurora.example//cart'],
  ['https://[::1]:8443', '/', 'https://[::1]:8443/'],
  ['http://xn--bcher-kva.example', '/', 'http://xn--bcher-kva.example/'],
])('%s%s is the page’s URL', (origin, url, address) => {
  const { request } = asPagesSee({ origin, url })
  expect(request.url).toBe(address)
  expect(request.headers.get('host')).toBe(origin.split('://')[1])
})

test('the client’s address is the determined one, and none without a client', () => {
  const headers = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
  }
  const origin = 'https://aurora.example'
  const { request, address } = asPagesSee({ origin, url: '/', headers, address: '203.0.113.7' })
  expect([request.url, address]).toEqual(['https://aurora.example/', '203.0.113.7'])
  expect(asPagesSee({ origin, url: '/' }).address).toBeUndefined()
})

test('headers are passed on, except those of connection and host', async () => {
  const headers = {
    host: 'evil.example',
    connection: 'keep-alive',
    'content-length': '99',
    'transfer-encoding': 'chunked',
    'proxy-authorization': 'Basic x',
    cookie: 'a=1; b=2',
    'x-many': ['1', '2'],
  }
  const body = Buffer.from('answer=approve')
  const asked = { origin: 'https://aurora.example', url: '/cart', method: 'POST', headers, body }
  const { request } = asPagesSee(asked)
  expect([...request.headers]).toEqual([
    ['cookie', 'a=1; b=2'],
    ['host', 'aurora.example'],
    ['x-many', '1, 2'],
  ])
  expect([request.method, await request.text()]).toEqual(['POST', 'answer=approve'])
})
