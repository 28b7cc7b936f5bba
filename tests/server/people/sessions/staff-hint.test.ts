import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAsk } from '#tests/support/ask.ts'
import { openBrowser, openCustomer, type Browser } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let hinted: Browser
let other: Browser

beforeAll(async () => {
  shop = await openShop()
  const config = { ...shop.context.config, STAFF_HINT_EMAILS: ['ada@example.com'] }
  const door = { ask: createAsk({ ...shop.context, config }, shop.host) }
  const someone = await openCustomer(shop)
  await openCustomer(shop, { email: 'ada@example.com' })
  hinted = openBrowser(door)
  other = openBrowser(door)
  await other.login(someone.email)
})
afterAll(() => shop.close())

const isHinted = expect.objectContaining({ staff: { isStaff: false, permissions: [], isHinted: true } })

it('§6 an address of STAFF_HINT_EMAILS is told so with everything that says who it is', async () => {
  expect((await hinted.login('ada@example.com')).data.customer).toEqual(isHinted)
  const me = await hinted.ask<{ customer: unknown }>('GET', '/api/auth/customer/me')
  expect(me.data.customer).toEqual(isHinted)
  expect((await hinted.refresh()).data.customer).toEqual(isHinted)
})

it('and may do nothing that others may not', async () => {
  const answer = await hinted.ask('GET', '/api/public/staff/profile')
  expect([answer.status, answer.error.code]).toEqual([403, 'FORBIDDEN'])
})

it('nobody else is', async () => {
  const me = await other.ask<{ customer: { staff: unknown } }>('GET', '/api/auth/customer/me')
  expect(me.data.customer.staff).toEqual({ isStaff: false, permissions: [] })
})
