import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Customer } from '#model/people/accounts.ts'
import type { MemberRole } from '#model/people/members.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Answer, Ask, Asking } from './ask.ts'
import type { Shop } from './shop.ts'

export const PASSWORD = 'correct horse battery'

export interface SignedInData {
  customer: Customer
  accessToken: string
}

export interface Browser {
  ask: Ask
  cookies: Record<string, string>
  bearer: string | undefined
  register: (email: string, more?: Record<string, unknown>) => Promise<Answer<SignedInData>>
  login: (email: string, password?: string) => Promise<Answer<SignedInData>>
  refresh: () => Promise<Answer<SignedInData>>
}

let addresses = 0

/** Returns a client address unique in this process. */
export const newAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export function openBrowser(shop: Pick<Shop, 'ask'>, options: Asking = {}): Browser {
  const address = options.address ?? newAddress()
  const browser: Browser = {
    cookies: {},
    bearer: undefined,
    ask: async (method, path, request = {}) => {
      const { cookies, bearer } = browser
      const answer = await shop.ask<never>(method, path, { ...options, address, cookies, bearer, ...request })
      for (const [name, value] of Object.entries(answer.cookies)) {
        if (value === null) delete browser.cookies[name]
        else browser.cookies[name] = value
      }
      return answer
    },
    register: (email, more = {}) =>
      keepToken(
        browser,
        browser.ask<SignedInData>('POST', '/api/public/auth/customer/register', {
          body: { firstName: 'Ada', lastName: 'Lovelace', email, password: PASSWORD, ...more },
        }),
      ),
    login: (email, password = PASSWORD) =>
      keepToken(
        browser,
        browser.ask<SignedInData>('POST', '/api/auth/customer/login', { body: { email, password } }),
      ),
    refresh: () => keepToken(browser, browser.ask<SignedInData>('POST', '/api/auth/refresh-token')),
  }
  return browser
}

async function keepToken(
  browser: Browser,
  pending: Promise<Answer<SignedInData>>,
): Promise<Answer<SignedInData>> {
  const answer = await pending
  if (answer.success) browser.bearer = answer.data.accessToken
  return answer
}

/** Signs in to the same account on another host. */
export async function signInOn(shop: Pick<Shop, 'ask'>, host: string, email: string): Promise<Browser> {
  const browser = openBrowser(shop, { host })
  await browser.login(email)
  return browser
}

let people = 0
export const newEmail = (): string => `person${(people += 1)}@example.com`

export async function openCustomer(
  shop: Shop,
  options: Asking & { email?: string } = {},
): Promise<Browser & { id: string; email: string }> {
  const { email = newEmail(), ...asking } = options
  const browser = openBrowser(shop, asking)
  const { data } = await browser.register(email)
  const { id } = data.customer
  const token = await insertAccountToken(shop.context.db, { accountId: id, purpose: 'verify_email', email })
  await browser.ask('POST', '/api/public/auth/customer/verify-email', { body: { token } })
  return Object.assign(browser, { id, email })
}

/** Inserts a link token; expires in 2099 by default. */
export async function insertAccountToken(
  db: Kysely<Database>,
  link: {
    accountId: string
    purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email'
    email: string
    expiresAt?: Date
  },
): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: link.accountId,
      purpose: link.purpose,
      email: link.email,
      created_at: new Date('2026-11-21T12:00:00Z'),
      expires_at: link.expiresAt ?? new Date('2099-01-01T00:00:00Z'),
    })
    .execute()
  return token
}

export async function insertMember(
  db: Kysely<Database>,
  member: { promoterId: string; accountId: string; role: MemberRole; createdAt?: Date },
): Promise<void> {
  await db
    .insertInto('members')
    .values({
      promoter_id: member.promoterId,
      account_id: member.accountId,
      role: member.role,
      created_at: member.createdAt ?? new Date(),
    })
    .execute()
}

/** Inserts a paid guest order of one ticket with this address. */
export async function insertPaidOrder(
  db: Kysely<Database>,
  order: { promoterId: string; eventId: string; ticketTypeId: string; email: string; createdAt: Date },
): Promise<string> {
  const id = randomUUID()
  const { promoterId: promoter_id, eventId: event_id, ticketTypeId: ticket_type_id, createdAt } = order
  await db
    .insertInto('orders')
    .values({
      id,
      number: id.slice(0, 8).toUpperCase(),
      promoter_id,
      cart_id: randomUUID(),
      idempotency_key: id,
      status: 'paid',
      currency: 'EUR',
      subtotal_cents: 0,
      discount_cents: 0,
      ticket_fees_cents: 0,
      order_fees_cents: 0,
      delivery_fee_cents: 0,
      total_cents: 0,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: order.email,
      phone: '+49 30 123456',
      delivery: JSON.stringify({ method: 'post', address: '12 High Street' }),
      answers: JSON.stringify({ note: 'I come with a wheelchair' }),
      tracking: JSON.stringify({ ref: 'SUMMER' }),
      created_at: createdAt,
      expires_at: createdAt,
      paid_at: createdAt,
    })
    .execute()
  await db
    .insertInto('order_items')
    .values({
      order_id: id,
      position: 0,
      promoter_id,
      event_id,
      ticket_type_id,
      name: 'Free',
      quantity: 1,
      price_cents: 0,
      ticket_fee_cents: 0,
    })
    .execute()
  await db
    .insertInto('order_attendees')
    .values({
      order_id: id,
      position: 0,
      promoter_id,
      ticket_type_id,
      first_name: 'Grace',
      last_name: 'Hopper',
      email: order.email,
      answers: JSON.stringify({ diet: 'vegan' }),
    })
    .execute()
  const position = { order_id: id, position: 0, promoter_id, event_id, ticket_type_id }
  await db
    .insertInto('tickets')
    .values({ ...position, code: id.slice(0, 13), holder: 'Grace Hopper', created_at: createdAt })
    .execute()
  await db
    .updateTable('inventory')
    .set((row) => ({ sold: row('sold', '+', 1) }))
    .where('ticket_type_id', '=', ticket_type_id)
    .execute()
  return id
}
