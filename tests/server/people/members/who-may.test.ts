import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import * as earnings from '#contracts/portal/earnings.ts'
import * as staff from '#contracts/portal/staff.ts'
import { createApi } from '#server/http/api.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { insertMember, openBrowser, openCustomer, signInOn, type Browser } from '#tests/support/people.ts'
import {
  askForMoney,
  endEvents,
  insertLink,
  insertRule,
  openPayee,
  openSeller,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

/** Every portal call × every caller, about a seller. Any code but the three refusals means that the call was authorised. */
const ROLES = [
  'nobody',
  'customer',
  'another member',
  'a manager',
  'an owner',
  'another promoter’s owner',
  'the seller',
] as const
type Role = (typeof ROLES)[number]
type Verdict = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'in'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

// Links are covered by another test.
const CALLS = [staff, earnings]
  .flatMap((noun) => Object.values<unknown>(noun))
  .filter(isEndpoint)
  .filter(({ path }) => !path.includes('/tracking-links'))
  .map(({ method, path }) => [method, path] as const)

const STRANGERS = {
  nobody: 'UNAUTHENTICATED',
  customer: 'FORBIDDEN',
  'another promoter’s owner': 'NOT_FOUND',
} as const
const RULES: Readonly<Record<string, Readonly<Record<Role, Verdict>>>> = {
  'one’s own': {
    ...STRANGERS,
    'another member': 'in',
    'a manager': 'in',
    'an owner': 'in',
    'the seller': 'in',
  },
  'the seller’s alone': {
    ...STRANGERS,
    'another member': 'NOT_FOUND',
    'a manager': 'NOT_FOUND',
    'an owner': 'NOT_FOUND',
    'the seller': 'in',
  },
  'to be read by managers': {
    ...STRANGERS,
    'another member': 'NOT_FOUND',
    'a manager': 'in',
    'an owner': 'in',
    'the seller': 'in',
  },
  'the owner’s': {
    ...STRANGERS,
    'another member': 'FORBIDDEN',
    'a manager': 'FORBIDDEN',
    'an owner': 'in',
    'the seller': 'FORBIDDEN',
  },
}

function ruleOf(path: string): keyof typeof RULES {
  if (path.startsWith('/api/promoter/')) return 'the owner’s'
  if (path.includes('/earnings/breakdown') || path.includes('/statement.')) return 'to be read by managers'
  return path.includes('{id}') ? 'the seller’s alone' : 'one’s own'
}

let shop: Shop
let seller: Seller
let foreign: Awaited<ReturnType<typeof openCustomer>>
let payoutId: string
const browsers = new Map<Role, Browser>()

beforeAll(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  const nordlys = await insertPromoter(shop.context.db, 'Nordlys')
  await shop.context.sites.reload()
  seller = await openSeller(shop)
  foreign = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId: nordlys, accountId: foreign.id, role: 'owner' })
  const people = {
    customer: await openCustomer(shop),
    'another member': await openSeller(shop),
    'a manager': await openSeller(shop, 'manager'),
    'an owner': await openSeller(shop, 'owner'),
    'another promoter’s owner': foreign,
    'the seller': seller,
  }
  const ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
  await insertRule(shop, { basisPoints: 5000 })
  await sell(shop, { linkId: await insertLink(shop, seller.id), wishes: { [ticketTypeId]: 4 }, total: 100 })
  await openPayee(shop, seller)
  await endEvents(shop, Object.values(people))
  payoutId = (await askForMoney(seller, 5)).data.payout.id
  browsers.set('nobody', openBrowser(shop))
  for (const role of ROLES) if (role in people) browsers.set(role, people[role as keyof typeof people])
})
afterAll(() => shop.close())

const fill = (path: string): string =>
  path
    .replace('{connect}', 'sandbox-connect')
    .replace(
      '{id}',
      path.includes('/events/') ? shop.eventId : path.includes('/payouts/{id}') ? payoutId : seller.id,
    )

const bodyOf = (path: string): unknown => {
  if (path.endsWith('/payouts')) return { amount: 1 }
  if (path.endsWith('/profile')) return { displayName: '', phone: '', bio: '' }
  if (path.endsWith('/earnings/decide')) return { ids: ['none'], approve: true }
  return path.endsWith('/decide') ? { approve: true } : { returnUrl: '/account' }
}

const verdictOf = (code: string | undefined): Verdict =>
  code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || code === 'NOT_FOUND' ? code : 'in'

const matrix = CALLS.flatMap(([method, path]) => ROLES.map((role) => [role, method, path] as const))

describe('the portal’s calls', () => {
  test.each(matrix)('%s: %s %s', async (...[role, method, path]) => {
    const answer = await browsers
      .get(role)
      ?.ask(method, fill(path), method === 'GET' ? {} : { body: bodyOf(path) })
    expect(verdictOf(answer?.error?.code)).toBe(RULES[ruleOf(path)]?.[role])
  })

  const files = ['csv', 'pdf'].flatMap((format) =>
    ROLES.map((role) => [role, `/api/staff/{id}/earnings/statement.${format}`] as const),
  )
  test.each(files)('%s: GET %s', async (role, path) => {
    const bearer = browsers.get(role)?.bearer
    const response = await createApi(shop.context).fetch(
      new Request(`http://${shop.host}${fill(path)}`, {
        headers: { host: shop.host, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      }),
    )
    const statuses = { UNAUTHENTICATED: 401, FORBIDDEN: 403, NOT_FOUND: 404, in: 200 }
    expect(response.status).toBe(statuses[RULES[ruleOf(path)]?.[role] ?? 'in'])
  })

  test('another promoter’s owner finds nothing from their own site either, whatever promoter they name', async () => {
    const { email } = foreign
    const hosts = ['nordlys.localhost', 'localhost']
    const signedIn = await Promise.all(hosts.map((host) => signInOn(shop, host, email)))
    const on = new Map(hosts.map((host, index) => [host, signedIn[index]]))
    for (const [method, path] of CALLS.filter((call) => call[1].includes('{id}'))) {
      for (const request of [
        { host: 'nordlys.localhost' },
        { host: 'localhost', promoter: shop.promoterId },
        { host: 'localhost' },
      ]) {
        const answer = await on.get(request.host)?.ask(method, fill(path), {
          ...request,
          ...(method === 'GET' ? {} : { body: bodyOf(path) }),
        })
        expect([path, request, answer?.error?.code]).toEqual([path, request, 'NOT_FOUND'])
      }
    }
  })
})
