import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/tables.ts'
import { deleteExpiredAccountData } from '#server/jobs/delete-expired-account-data.ts'
import {
  insertAccountToken,
  insertMember,
  newEmail,
  openBrowser,
  openCustomer,
} from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const DAY = 86_400_000
let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const count = async (table: keyof Database): Promise<number> =>
  (await shop.context.db.selectFrom(table).selectAll().execute()).length

test('unverified accounts are deleted after a week, except members', async () => {
  const verified = await openCustomer(shop)
  await openBrowser(shop).register(newEmail())
  const member = (await openBrowser(shop).register(newEmail())).data.customer.id
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: member, role: 'door' })
  shop.clock.advance(7 * DAY)
  await deleteExpiredAccountData(shop.context)
  expect(await count('accounts')).toBe(3)
  shop.clock.advance(1)
  await deleteExpiredAccountData(shop.context)
  const left = await shop.context.db.selectFrom('accounts').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([verified.id, member].toSorted())
})

test('sessions and links are deleted when expired, not before', async () => {
  const customer = await openCustomer(shop)
  const { id: accountId, email } = customer
  const expiresAt = new Date(shop.clock.now() + 14 * DAY)
  await insertAccountToken(shop.context.db, { accountId, email, purpose: 'reset_password', expiresAt })
  await customer.refresh()
  shop.clock.advance(14 * DAY - 1)
  await deleteExpiredAccountData(shop.context)
  expect([await count('sessions'), await count('refresh_tokens'), await count('account_tokens')]).toEqual([
    1, 2, 2,
  ])
  shop.clock.advance(1)
  await deleteExpiredAccountData(shop.context)
  expect([await count('sessions'), await count('refresh_tokens'), await count('account_tokens')]).toEqual([
    0, 0, 1,
  ])
})

test('used refresh tokens of an active session are deleted after fourteen days', async () => {
  const customer = await openCustomer(shop)
  await customer.refresh()
  shop.clock.advance(13 * DAY)
  await customer.refresh()
  shop.clock.advance(2 * DAY)
  await deleteExpiredAccountData(shop.context)
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1])
  expect((await customer.refresh()).status).toBe(200)
})

test('challenges and limits are deleted when expired', async () => {
  const now = shop.clock.now()
  const challenge = (name: string, expires: number) => ({
    challenge: name,
    host: 'localhost',
    expires_at: new Date(expires),
  })
  await shop.context.db
    .insertInto('passkey_challenges')
    .values([challenge('old', now), challenge('new', now + 1)])
    .execute()
  await shop.context.db
    .insertInto('rate_limits')
    .values([
      { key: 'old', expire: Date.now() - 1 },
      { key: 'new', expire: Date.now() + 60_000 },
    ])
    .execute()
  await deleteExpiredAccountData(shop.context)
  expect(await shop.context.db.selectFrom('passkey_challenges').select('challenge').execute()).toEqual([
    { challenge: 'new' },
  ])
  expect(await shop.context.db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'new' }])
})
