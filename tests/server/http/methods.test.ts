import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#server/http/api.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ID = '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('each path answers the methods of its contracts and HEAD for GET; other methods get 405 with an exact Allow header', async () => {
  const api = createApi(shop.context)
  const byPath = Map.groupBy(
    listContracts().map(({ contract }) => contract),
    ({ path }) => path,
  )
  const wrong: unknown[] = []
  for (const [path, contracts] of byPath) {
    const methods = contracts.map(({ method }) => method)
    const expected = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted()
    const url = `http://${shop.host}${path.replaceAll(/\{\w+\}/g, ID)}`
    for (const method of METHODS) {
      const response = await api.fetch(new Request(url, { method, headers: { host: shop.host } }))
      const allow = response.headers.get('allow')?.split(', ').toSorted()
      const isAnswered = response.status !== 405 && allow === undefined
      const isRight = expected.includes(method)
        ? isAnswered
        : response.status === 405 && String(allow) === String(expected)
      if (!isRight) wrong.push({ method, path, status: response.status, allow, expected })
    }
  }
  expect(wrong).toEqual([])
})
