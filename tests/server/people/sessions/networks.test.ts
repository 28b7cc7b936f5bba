import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, openBrowser } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('IPv4-mapped addresses are separate networks', async () => {
  const email = newEmail()
  const registerFrom = async (address: string) =>
    (await openBrowser(shop, { address }).register(email)).status
  const one = []
  for (let count = 0; count < 6; count += 1) one.push(await registerFrom('::ffff:192.0.2.1'))
  expect(one).toEqual([201, 201, 201, 201, 201, 429])
  expect(await registerFrom('192.0.2.1')).toBe(429)
  expect(await registerFrom('::FFFF:192.0.2.2')).toBe(201)
})

test('a /64 is one network for passkeys', async () => {
  const offerTo = (address: string) =>
    shop.ask('POST', '/api/auth/customer/login/passkey/options', { address })
  const answers = []
  for (let count = 1; count <= 121; count += 1) answers.push(await offerTo(`2001:db8::${count.toString(16)}`))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  expect(answers.at(-1)?.status).toBe(429)
  expect((await offerTo('2001:db8:0:1::1')).status).toBe(200)
})
