import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccountListRow } from '#contracts/operator/accounts.ts'
import { insertOperator } from '#server/people/operators/operator-rows.ts'
import {
  MAIN,
  openOperatorFixture,
  openPost,
  openSecondNode,
  REASON,
  type OperatorFixture,
} from '#tests/support/account-care.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openStrongSession } from '#tests/support/operators.ts'
import {
  insertAccountToken,
  insertMember,
  openBrowser,
  openCustomer,
  PASSWORD,
} from '#tests/support/people.ts'
import { CARDS, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let operator: OperatorFixture
beforeEach(async () => {
  shop = await openShop()
  operator = await openOperatorFixture(shop)
})
afterEach(() => shop.close())

const code = ({ error }: { error?: { code: string } }) => error?.code
const search = async (q: string): Promise<string[]> => {
  const path = `/api/operator/accounts?q=${encodeURIComponent(q)}`
  const answer = await operator.ask<{ accounts: AccountListRow[] }>('GET', path)
  return answer.data.accounts.map(({ email }) => email)
}
const logOf = async (accountId: string) => {
  const { rows } = await sql<{ action: string; by: string; after: unknown }>`
    select action, account_id as by, after from operator_log where subject_id = ${accountId} order by id`.execute(
    shop.context.db,
  )
  return rows
}
const mailsOf = async (accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ kind: string; action: string | null }>`
    select kind, payload ->> 'action' as action from mails
    where payload ->> 'accountId' = ${accountId} and kind in ('account_care', 'factor_removal') order by action, kind`.execute(
    shop.context.db,
  )
  return rows.map(({ kind, action }) => action ?? kind)
}
const countDeadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(shop.context.db)
  return rows[0]?.deadlocks ?? 0
}
const join = (accountId: string, role: 'owner' | 'sales') =>
  insertMember(shop.context.db, { promoterId: shop.promoterId, accountId, role })
const me = (browser: { ask: Shop['ask'] }) => browser.ask('GET', '/api/auth/customer/me')

describe('finding an account', () => {
  test('by address and its beginning, name, id and order number', async () => {
    const ada = await openCustomer(shop, { email: 'ada.one@example.com' })
    const ticketTypeId = await insertTicketType(shop.context.db, shop)
    const cartId = randomUUID()
    await shop.hold(cartId, { [ticketTypeId]: 1 })
    const customer = { firstName: 'Ada', lastName: 'L', email: ada.email }
    const { data } = await shop.checkout(cartId, 25, { customer })
    const texts = [
      'ada.one@example.com',
      'ADA.ONE',
      'ada lovel',
      'lovelace',
      ada.id,
      data.order.number.toLowerCase(),
    ]
    for (const q of texts) expect(await search(q)).toContain(ada.email)
    expect(await search('nobody')).toEqual([])
    expect(await search('100%')).toEqual([])
    expect(await search('__')).toEqual([])
    expect(code(await operator.ask('GET', '/api/operator/accounts?q=a'))).toBe('VALIDATION_ERROR')
  })

  test('shows sessions, factors, memberships and events, and no secret', async () => {
    const ada = await openCustomer(shop)
    await join(ada.id, 'sales')
    await shop.context.db
      .insertInto('authenticators')
      .values({
        account_id: ada.id,
        secret: 'a secret that stays',
        confirmed_at: new Date(),
        created_at: new Date(),
      })
      .execute()
    const answer = await operator.ask('GET', `/api/operator/accounts/${ada.id}`)
    const { account } = answer.data
    expect(account).toMatchObject({
      email: ada.email,
      isVerified: true,
      isOwn: false,
      isOperator: false,
      lock: null,
      factors: { hasAuthenticator: true, recoveryCodesLeft: 0, passkeys: [] },
      memberships: [{ promoter: 'Aurora', role: 'sales' }],
      orders: { paid: 0, all: 0 },
    })
    expect(account.sessions).toMatchObject([
      { host: 'aurora.localhost', network: expect.stringMatching(/^10\..*\/24$/) },
    ])
    const { password_hash: hash } = await shop.context.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const text = JSON.stringify(answer)
    for (const secret of [hash, 'a secret that stays', 'token_hash', 'password'])
      expect(text).not.toContain(secret)
    expect((await operator.view(operator.id)).isOwn).toBe(true)
  })

  test.each(['no id', randomUUID(), '%00'])('answers NOT_FOUND for %s', async (id) => {
    expect(code(await operator.ask('GET', `/api/operator/accounts/${encodeURIComponent(id)}`))).toBe(
      'NOT_FOUND',
    )
    expect(code(await operator.act(encodeURIComponent(id), 'lock'))).toBe('NOT_FOUND')
  })

  test('is limited per operator and hour', async () => {
    const { id } = await openCustomer(shop)
    const answers = []
    for (let at = 0; at < 41; at += 1) answers.push(code(await operator.act(id, 'unlock')))
    expect(answers.slice(0, 40).every((each) => each === undefined)).toBe(true)
    expect(answers[40]).toBe('RATE_LIMITED')
  })
})

describe('locking an account', () => {
  test('ends its access on both nodes at once, until it is unlocked', async () => {
    const node = await openSecondNode(shop)
    const here = await openCustomer(shop)
    const there = openBrowser(node)
    await there.login(here.email)
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 200])
    const locked = await operator.act(here.id, 'lock')
    expect(locked.data.account).toMatchObject({ lock: { by: 'Ada Lovelace', reason: REASON }, sessions: [] })
    expect([(await me(here)).status, (await me(there)).status]).toEqual([401, 401])
    expect([code(await here.refresh()), code(await there.refresh())]).toEqual([
      'SESSION_ENDED',
      'SESSION_ENDED',
    ])
    for (const browser of [openBrowser(shop), openBrowser(node)])
      expect(code(await browser.login(here.email))).toBe('INVALID_CREDENTIALS')
    await operator.act(here.id, 'unlock')
    expect((await openBrowser(node).login(here.email)).success).toBe(true)
    expect((await logOf(here.id)).map(({ action, by, after }) => [action, by, after])).toEqual([
      ['account.locked', operator.id, { reason: REASON }],
      ['account.unlocked', operator.id, { reason: REASON }],
    ])
    expect(await mailsOf(here.id)).toEqual(['locked', 'unlocked'])
    await node.close()
  })

  test('answers like a wrong password, counted like one, with and without a second factor', async () => {
    const ada = await openCustomer(shop)
    await shop.context.db
      .insertInto('authenticators')
      .values({ account_id: ada.id, secret: 'x', confirmed_at: new Date(), created_at: new Date() })
      .execute()
    await operator.act(ada.id, 'lock')
    const address = '192.0.2.77'
    const attempt = (password: string) => openBrowser(shop, { address }).login(ada.email, password)
    const [right, wrong] = [await attempt(PASSWORD), await attempt('a wrong password')]
    expect([right.status, right.error]).toEqual([wrong.status, wrong.error])
    for (let at = 2; at < 10; at += 1) await attempt(PASSWORD)
    expect(code(await attempt(PASSWORD))).toBe('RATE_LIMITED')
  })

  test('refuses the API keys that it created, until it is unlocked', async () => {
    const ada = await openCustomer(shop)
    await join(ada.id, 'owner')
    const made = await ada.ask<{ key: string }>('POST', '/api/promoter/api-keys', {
      body: { name: 'Program', scopes: ['events:read'] },
    })
    const list = () => shop.ask('GET', '/api/promoter/events', { bearer: made.data.key })
    expect((await list()).status).toBe(200)
    await operator.act(ada.id, 'lock')
    expect((await list()).status).toBe(401)
    await operator.act(ada.id, 'unlock')
    expect((await list()).status).toBe(200)
  })

  test('keeps orders and tickets available by their link', async () => {
    const ada = await openCustomer(shop)
    const ticketTypeId = await insertTicketType(shop.context.db, shop)
    const cartId = randomUUID()
    await shop.hold(cartId, { [ticketTypeId]: 1 })
    const { data } = await shop.checkout(cartId, 25, {
      customer: { firstName: 'Ada', lastName: 'L', email: ada.email },
    })
    await shop.pay(data.order.id, CARDS.good)
    await operator.act(ada.id, 'lock')
    const order = await shop.ask<{ order: { tickets: unknown[] } }>(
      'GET',
      `/api/public/orders/${data.order.id}`,
    )
    expect(order.data.order.tickets).toHaveLength(1)
  })

  test('while it signs in twenty times at once leaves no session', async () => {
    const ada = await openCustomer(shop)
    const [answer, ...logins] = await Promise.all([
      operator.act(ada.id, 'lock'),
      ...Array.from({ length: 20 }, () => openBrowser(shop).login(ada.email)),
    ])
    expect(answer.success).toBe(true)
    expect(logins.every((login) => login.success || code(login) === 'INVALID_CREDENTIALS')).toBe(true)
    expect((await operator.view(ada.id)).sessions).toEqual([])
  })

  test('twice, and unlocking twice, is logged and emailed once', async () => {
    const ada = await openCustomer(shop)
    await Promise.all([operator.act(ada.id, 'lock'), operator.act(ada.id, 'lock')])
    await operator.act(ada.id, 'unlock')
    await operator.act(ada.id, 'unlock')
    expect(await logOf(ada.id)).toHaveLength(2)
    expect(await mailsOf(ada.id)).toEqual(['locked', 'unlocked'])
  })

  test('is refused without a reason, for the own account, and between two operators that lock each other', async () => {
    const ada = await openCustomer(shop)
    expect(code(await operator.ask('POST', `/api/operator/accounts/${ada.id}/lock`, {}))).toBe(
      'VALIDATION_ERROR',
    )
    expect(code(await operator.act(ada.id, 'lock', { reason: '  ' }))).toBe('VALIDATION_ERROR')
    expect(code(await operator.act(operator.id.toUpperCase(), 'lock'))).toBe('OWN_ACCOUNT')
    const other = await openOperatorFixture(shop, 'other@example.com')
    const answers = await Promise.all([operator.act(other.id, 'lock'), other.act(operator.id, 'lock')])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.error.code).toMatch(/^(SOLE_OPERATOR|UNAUTHENTICATED)$/)
  })
})

test('ending all sessions signs out everywhere, and the account can sign in again', async () => {
  const ada = await openCustomer(shop)
  const phone = openBrowser(shop)
  await phone.login(ada.email)
  expect((await operator.act(ada.id, 'end-sessions')).data.account.sessions).toEqual([])
  expect([(await me(ada)).status, (await me(phone)).status]).toEqual([401, 401])
  expect((await phone.login(ada.email)).success).toBe(true)
  expect(await mailsOf(ada.id)).toEqual(['sessions_ended'])
  expect((await operator.view(ada.id)).events).toContainEqual({
    at: new Date(shop.clock.now()).toISOString(),
    kind: 'sessions_ended',
    by: 'Ada Lovelace',
    reason: REASON,
  })
})

describe('undoing a change of the address', () => {
  async function moved() {
    const ada = await openCustomer(shop, { email: 'old@example.com' })
    const token = await insertAccountToken(shop.context.db, {
      accountId: ada.id,
      purpose: 'change_email',
      email: 'thief@example.com',
    })
    await ada.ask('POST', '/api/public/auth/customer/verify-email', { body: { token } })
    const post = await openPost(shop.context)
    await post.deliver()
    await post.end()
    return ada
  }

  test('restores the address, ends sessions, factors and the password, and emails a link for a new one', async () => {
    const ada = await moved()
    const { emailChanges } = await operator.view(ada.id)
    expect(emailChanges.map(({ email }) => email)).toEqual(['old@example.com'])
    const { account } = (await operator.act(ada.id, 'restore-email', { email: 'old@example.com' })).data
    expect(account).toMatchObject({ email: 'old@example.com', sessions: [], emailChanges: [] })
    for (const email of ['old@example.com', 'thief@example.com'])
      expect(code(await openBrowser(shop).login(email))).toBe('INVALID_CREDENTIALS')
    const post = await openPost(shop.context)
    await post.deliver()
    const sent = post.arrived.filter(({ to }) => to === 'old@example.com')
    await post.end()
    expect(new Set(sent.map(({ mail }) => mail.subject))).toEqual(
      new Set(['Choose a new password', 'Your email address was restored']),
    )
    const token = /reset-password#([\w-]+)/.exec(sent.map(({ mail }) => mail.text).join(' '))?.[1]
    const body = { token, password: 'another horse battery' }
    await shop.ask('POST', '/api/public/auth/customer/reset-password/confirm', { body })
    expect((await openBrowser(shop).login('old@example.com', 'another horse battery')).success).toBe(true)
  })

  test('is refused for an address that the account never had, a second time, after a week, and for operators', async () => {
    const ada = await moved()
    const restore = (email: string) => operator.act(ada.id, 'restore-email', { email })
    expect(code(await restore('someone@example.com'))).toBe('LINK_INVALID')
    await insertOperator(shop.context.db, { accountId: ada.id, now: new Date() })
    expect(code(await restore('old@example.com'))).toBe('OPERATOR_ACCOUNT')
    await sql`delete from operators where account_id = ${ada.id}`.execute(shop.context.db)
    shop.clock.advance(7 * 86_400_000)
    await openStrongSession(shop.context, operator.id, MAIN)
    const bearer = await openStrongSession(shop.context, operator.id, MAIN)
    const late = await shop.ask('POST', `/api/operator/accounts/${ada.id}/restore-email`, {
      host: MAIN,
      bearer,
      body: { email: 'old@example.com', reason: REASON },
    })
    expect(code(late)).toBe('LINK_INVALID')
  })
})

describe('deleting on request', () => {
  const remove = (id: string, email: string) =>
    operator.ask<object>('DELETE', `/api/operator/accounts/${id}`, { email, reason: REASON })

  test('deletes the account and emails its address; a repetition finds nothing', async () => {
    const ada = await openCustomer(shop)
    expect(code(await remove(ada.id, 'typo@example.com'))).toBe('NOT_FOUND')
    expect((await remove(ada.id, ada.email)).success).toBe(true)
    expect((await me(ada)).status).toBe(401)
    expect(code(await remove(ada.id, ada.email))).toBe('NOT_FOUND')
    const post = await openPost(shop.context)
    await post.deliver()
    expect(post.arrived.map(({ to, mail }) => [to, mail.subject])).toContainEqual([
      ada.email,
      'Your account was deleted',
    ])
    await post.end()
    expect(await logOf(ada.id)).toMatchObject([{ action: 'account.deleted', after: { reason: REASON } }])
    expect(JSON.stringify(await logOf(ada.id))).not.toContain(ada.email)
  })

  test('is refused for the own account and for a promoter’s only owner', async () => {
    expect(code(await remove(operator.id, 'operator@example.com'))).toBe('OWN_ACCOUNT')
    const owner = await openCustomer(shop)
    await join(owner.id, 'owner')
    expect((await remove(owner.id, owner.email)).error).toMatchObject({
      code: 'SOLE_OWNER',
      details: { promoters: ['Aurora'] },
    })
    expect(await logOf(owner.id)).toEqual([])
  })

  test('of two operators that delete each other, one stays, without a deadlock', async () => {
    const other = await openOperatorFixture(shop, 'other@example.com')
    const before = await countDeadlocks()
    const answers = await Promise.all([
      remove(other.id, 'other@example.com'),
      other.ask('DELETE', `/api/operator/accounts/${operator.id}`, {
        email: 'operator@example.com',
        reason: REASON,
      }),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await countDeadlocks()).toBe(before)
  })
})

test('a session without a second factor, a customer and an owner are refused', async () => {
  const ada = await openCustomer(shop, { host: MAIN })
  await join(ada.id, 'owner')
  for (const path of ['?q=ada', `/${operator.id}`])
    expect(code(await ada.ask('GET', `/api/operator/accounts${path}`))).toBe('FORBIDDEN')
  expect(
    code(await ada.ask('POST', `/api/operator/accounts/${operator.id}/lock`, { body: { reason: REASON } })),
  ).toBe('FORBIDDEN')
})
