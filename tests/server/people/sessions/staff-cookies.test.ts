import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as earnings from '#contracts/portal/earnings.ts'
import * as staff from '#contracts/portal/staff.ts'
import { createApi } from '#server/http/api.ts'
import { isEndpoint, readConsoleEndpoints } from '#tests/support/endpoints.ts'
import { insertMember, newEmail, openBrowser, openCustomer, PASSWORD } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const ME = '/api/auth/customer/me'
const NAMES = ['isStaffUser', 'staff_permissions']
const CLEARED = { isStaffUser: null, staff_permissions: null }

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function openMember() {
  const member = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: member.id, role: 'sales' })
  return member
}

const endMembership = (accountId: string) =>
  shop.context.db.deleteFrom('members').where('account_id', '=', accountId).execute()

const staffHeaders = (headers: Headers): string[] =>
  headers.getSetCookie().filter((header) => NAMES.some((name) => header.startsWith(`${name}=`)))

/** Permissions of a sales member as a cookie value. */
const PERMISSIONS = /^staff_permissions=staff%3Aaccess[^;]*; /

describe('§6, §9 staff cookies', () => {
  it.each([
    ['http', 'Max-Age=604800; Path=/; HttpOnly; SameSite=Lax'],
    ['https', 'Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ])('last 7 days and are for the server alone, over %s', async (scheme, attributes) => {
    const { email } = await openMember()
    const origin = `${scheme}://${shop.host}`
    const response = await createApi(shop.context).fetch(
      new Request(`${origin}/api/auth/customer/login`, {
        method: 'POST',
        headers: { host: shop.host, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
      { client: { address: '192.0.2.7', origin } },
    )
    const [flag, permissions] = staffHeaders(response.headers)
    expect(flag).toBe(`isStaffUser=true; ${attributes}`)
    expect(permissions).toMatch(PERMISSIONS)
    expect(permissions?.replace(PERMISSIONS, '')).toBe(attributes)
  })

  it('come with the access token of a member: at sign-in and at every renewal', async () => {
    const member = await openMember()
    const signedIn = await member.login(member.email)
    const expected = {
      isStaffUser: 'true',
      staff_permissions: signedIn.data.customer.staff.permissions.join(' '),
    }
    expect(signedIn.cookies).toMatchObject(expected)
    expect((await member.refresh()).cookies).toMatchObject(expected)
  })

  it('are never set for a customer', async () => {
    const browser = openBrowser(shop)
    const email = newEmail()
    const answers = [await browser.register(email), await browser.login(email), await browser.refresh()]
    answers.push(await browser.ask('GET', ME))
    expect(answers.flatMap(({ headers }) => staffHeaders(headers))).toEqual([])
  })

  it('are set when the account becomes staff, and cleared when the membership ends', async () => {
    const customer = await openCustomer(shop)
    expect((await customer.ask('GET', ME)).cookies).toEqual({})
    await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: customer.id, role: 'door' })
    expect((await customer.ask('GET', ME)).cookies).toMatchObject({ isStaffUser: 'true' })
    expect((await customer.ask('GET', ME)).cookies, 'nothing has changed').toEqual({})
    await endMembership(customer.id)
    expect((await customer.ask('GET', ME)).cookies).toEqual(CLEARED)
    expect((await customer.ask('GET', ME)).cookies).toEqual({})
  })

  it('are cleared by a refresh after the membership ended', async () => {
    const member = await openMember()
    await member.login(member.email)
    await endMembership(member.id)
    expect((await member.refresh()).cookies).toMatchObject(CLEARED)
  })

  it('are cleared when another account signs in', async () => {
    const member = await openMember()
    await member.login(member.email)
    const { email } = await openCustomer(shop)
    expect((await member.login(email)).cookies).toMatchObject(CLEARED)
  })

  it.each([
    ['logout', '/api/auth/customer/logout'],
    ['logout everywhere', '/api/auth/customer/logout-everywhere'],
  ])('are cleared by %s', async (_, path) => {
    const member = await openMember()
    await member.login(member.email)
    expect((await member.ask('POST', path)).cookies).toMatchObject(CLEARED)
  })

  it('are cleared when the session has ended', async () => {
    const member = await openMember()
    await member.login(member.email)
    await shop.context.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(shop.clock.now()) })
      .where('account_id', '=', member.id)
      .execute()
    const ended = await member.refresh()
    expect([ended.error.code, ended.cookies]).toEqual(['SESSION_ENDED', expect.objectContaining(CLEARED)])
  })
})

describe('§6 a forged staff cookie opens nothing', async () => {
  const forged = { isStaffUser: 'true', staff_permissions: 'staff:access promoter:manage' }
  const calls = [staff, earnings].flatMap((noun) => Object.values<unknown>(noun)).filter(isEndpoint)
  calls.push(...(await readConsoleEndpoints()).filter(({ access }) => access === 'promoter'))
  const guarded = calls
    .filter(({ access }) => access !== 'anyone')
    .map(({ method, path }) => [method, path] as const)

  it('is tested with many calls', () => {
    expect(guarded.length).toBeGreaterThan(50)
  })

  it.each(guarded)('%s %s', async (method, path) => {
    const address = path.replaceAll(/\{[^}]+\}/g, shop.promoterId)
    const body = method === 'GET' ? {} : { body: {} }
    const stranger = await shop.ask(method, address, { ...body, cookies: forged, promoter: shop.promoterId })
    expect([stranger.status, stranger.error.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('and a customer who forges one is refused like any other', async () => {
    const customer = await openCustomer(shop)
    Object.assign(customer.cookies, forged)
    const answer = await customer.ask('GET', '/api/public/staff/profile')
    expect([answer.status, answer.error.code]).toEqual([403, 'FORBIDDEN'])
    const sold = await customer.ask('GET', '/api/promoter/orders', { promoter: shop.promoterId })
    expect(sold.success).toBe(false)
    const me = await customer.ask<{ customer: { staff: unknown } }>('GET', ME)
    expect([me.data.customer.staff, me.cookies]).toEqual([{ isStaff: false, permissions: [] }, CLEARED])
  })
})
