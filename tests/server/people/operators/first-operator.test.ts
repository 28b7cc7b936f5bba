import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { offerFirstOperator } from '#server/people/operators/offer-first-operator.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import {
  hasOperators,
  insertOperatorLink,
  insertOperator,
  isOperator,
} from '#server/people/operators/operator-rows.ts'
import {
  insertAccount,
  insertSession,
  openAccountFixture,
  PASSWORD,
  type AccountFixture,
} from '#tests/support/accounts.ts'
import { openStrongSession } from '#tests/support/operators.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await openAccountFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  const { db } = fixture.context
  await db.deleteFrom('operators').execute()
  await db.deleteFrom('operator_links').execute()
  await db.deleteFrom('accounts').execute()
  await db.deleteFrom('rate_limits').execute()
})

const HOUR = 3_600_000
const MAIN = 'http://localhost'

const linkOf = async (): Promise<string> => {
  const token = await offerFirstOperator(fixture.context)
  if (token === undefined) throw new Error('There is an operator.')
  return token
}
const accept = (token: string, bearer: string, origin = MAIN) =>
  fixture.ask('POST', '/api/operator/link', { token: bearer, body: { token }, origin })
const list = (bearer: string, origin = MAIN) =>
  fixture.ask<{ operators: unknown[] }>('GET', '/api/operator/operators', { token: bearer, origin })

async function signUp(email = 'ada@example.com'): Promise<{ id: string; bearer: string }> {
  const id = await insertAccount(fixture.context, email)
  return { id, bearer: await openStrongSession(fixture.context, id) }
}

describe('the link of the first operator', () => {
  test('makes its caller the operator, once; no further link is offered', async () => {
    const [token, ada, eve] = [await linkOf(), await signUp(), await signUp('eve@example.com')]
    expect((await list(ada.bearer)).error.code).toBe('FORBIDDEN')
    expect(await accept(token, ada.bearer)).toMatchObject({ status: 200, success: true })
    expect((await list(ada.bearer)).data.operators).toEqual([
      {
        accountId: ada.id,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        hasSecondFactor: false,
        since: new Date(fixture.clock.now()).toISOString(),
      },
    ])
    expect(await accept(token, ada.bearer)).toMatchObject({ success: true })
    expect((await accept(token, eve.bearer)).error.code).toBe('LINK_INVALID')
    expect((await list(eve.bearer)).error.code).toBe('FORBIDDEN')
    expect(await offerFirstOperator(fixture.context)).toBeUndefined()
    const { rows } = await sql<{ action: string; by: string; of: string }>`
      select action, account_id as by, subject_id as of from operator_log order by id desc limit 1`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ action: 'operator.added', by: ada.id, of: ada.id }])
  })

  test('of each node works, until one is used', async () => {
    const [one, other, ada, eve] = [await linkOf(), await linkOf(), await signUp(), await signUp('e@x.com')]
    const answers = await Promise.all([accept(one, ada.bearer), accept(other, eve.bearer)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.error.code).toBe('LINK_INVALID')
  })

  test('used by ten accounts at once makes one operator', async () => {
    const token = await linkOf()
    const people = await Promise.all(Array.from({ length: 10 }, (_, at) => signUp(`p${at}@example.com`)))
    const answers = await Promise.all(people.map(({ bearer }) => accept(token, bearer)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const operators = await Promise.all(people.map(({ id }) => isOperator(fixture.context.db, id)))
    expect(operators.filter(Boolean)).toHaveLength(1)
  })

  test('expires after 24 hours', async () => {
    const token = await linkOf()
    fixture.clock.advance(24 * HOUR)
    const { bearer } = await signUp()
    expect((await accept(token, bearer)).error.code).toBe('LINK_INVALID')
  })

  test('needs a session with a second factor, and stays open', async () => {
    const token = await linkOf()
    const id = await insertAccount(fixture.context, 'ada@example.com')
    const weak = await insertSession(fixture.context, id, 'localhost')
    const refused = await accept(token, weak)
    expect([refused.status, refused.error.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    expect((await accept(token, await openStrongSession(fixture.context, id))).success).toBe(true)
  })

  test('verifies the address, unless another account has verified it', async () => {
    const { db } = fixture.context
    const unverify = (id: string) =>
      db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', id).execute()
    const ada = await signUp()
    await unverify(ada.id)
    const owner = await insertAccount(fixture.context, 'ada@example.com')
    const token = await linkOf()
    expect((await accept(token, ada.bearer)).error.code).toBe('EMAIL_NOT_VERIFIED')
    await db.deleteFrom('accounts').where('id', '=', owner).execute()
    expect((await accept(token, ada.bearer)).success).toBe(true)
    const { email_verified_at: at } = await db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(at).toEqual(new Date(fixture.clock.now()))
  })

  test.each(['', 'x'.repeat(201), 'unknown'])('refuses the token “%s”', async (token) => {
    await linkOf()
    const { bearer } = await signUp()
    expect((await accept(token, bearer)).error.code).toMatch(/^(LINK_INVALID|VALIDATION_ERROR)$/)
  })
})

test('the link is also emailed to OPERATOR_EMAIL, once a day, while there is no operator', async () => {
  const { context, clock } = fixture
  const config = { ...context.config, OPERATOR_EMAIL: 'ines@example.com' }
  const start = () => offerFirstOperator({ ...context, config })
  const listMails = () =>
    context.db.selectFrom('mails').selectAll().where('kind', '=', 'operator_link').execute()
  await Promise.all([start(), start()])
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  if (!mail) throw new Error('No email was written.')
  const row = {
    id: mail.id,
    kind: mail.kind,
    payload: mail.payload,
    origin: null,
    promoterId: null,
    createdAt: mail.created_at,
  }
  const composed = await composeMail(context, row, 4321)
  expect(composed).toMatchObject({ to: 'ines@example.com', subject: 'Become the operator of Foyer' })
  const [, token = ''] =
    /http:\/\/localhost:4321\/operator\/join#([\w-]{43})/.exec(composed?.text ?? '') ?? []
  const { bearer } = await signUp()
  expect((await accept(token, bearer)).success).toBe(true)
  expect(await composeMail(context, row, 4321)).toBeUndefined()
  clock.advance(24 * HOUR)
  expect(await start()).toBeUndefined()
  expect(await listMails()).toHaveLength(1)
})

test('links that are still open end when an operator is added otherwise', async () => {
  const token = await linkOf()
  const { db } = fixture.context
  const bo = await insertAccount(fixture.context, 'bo@example.com')
  await db.transaction().execute((trx) => insertOperator(trx, { accountId: bo, now: new Date() }))
  const late = {
    tokenHash: hashToken('late'.repeat(10)),
    now: new Date(0),
    expiresAt: new Date('2030-01-01'),
  }
  await insertOperatorLink(db, late)
  const { bearer } = await signUp()
  expect((await accept(token, bearer)).error.code).toBe('LINK_INVALID')
  expect((await accept('late'.repeat(10), bearer)).error.code).toBe('LINK_INVALID')
})

test('the demo’s operator counts only where the demo is allowed', async () => {
  const { context } = fixture
  const { id } = await signUp('operator@foyer.example')
  await insertOperator(context.db, { accountId: id, now: new Date() })
  await context.db.insertInto('demo_accounts').values({ account_id: id }).execute()
  expect(await offerFirstOperator(context)).toBeUndefined()
  const config = { ...context.config, NODE_ENV: 'production' }
  expect(await offerFirstOperator({ ...context, config })).toMatch(/^[\w-]{43}$/)
  expect(await hasOperators(context.db, config)).toBe(false)
})

describe('an operator', () => {
  test('can’t add a second factor with the password alone, unless there is none yet', async () => {
    const { id, bearer } = await signUp()
    await accept(await linkOf(), bearer)
    const weak = await insertSession(fixture.context, id, 'localhost')
    const start = () =>
      fixture.ask('POST', '/api/auth/customer/authenticator', {
        token: weak,
        body: { password: PASSWORD },
        origin: MAIN,
      })
    expect((await start()).success).toBe(true)
    await fixture.context.db
      .updateTable('authenticators')
      .set({ secret: 'in use', confirmed_at: new Date() })
      .where('account_id', '=', id)
      .execute()
    expect((await start()).error.code).toBe('SECOND_FACTOR_FIRST')
  })

  test('has the short sessions of people with duties', async () => {
    const { id } = await signUp()
    await insertOperator(fixture.context.db, { accountId: id, now: new Date() })
    const answer = await fixture.ask('POST', '/api/auth/customer/login', {
      body: { email: 'ada@example.com', password: PASSWORD },
      origin: MAIN,
    })
    expect(answer.success).toBe(true)
    const { expires_at: end } = await fixture.context.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('account_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(end.getTime() - fixture.clock.now()).toBe(72 * HOUR)
  })

  test('can delete the account only while there is another operator', async () => {
    const { id, bearer } = await signUp()
    await accept(await linkOf(), bearer)
    const leave = () =>
      fixture.ask('DELETE', '/api/auth/customer/me', {
        token: bearer,
        body: { password: PASSWORD },
        origin: MAIN,
      })
    const refused = await leave()
    expect([refused.status, refused.error.code]).toEqual([409, 'SOLE_OPERATOR'])
    expect(await isOperator(fixture.context.db, id)).toBe(true)
    const bo = await insertAccount(fixture.context, 'bo@example.com')
    await insertOperator(fixture.context.db, { accountId: bo, now: new Date() })
    expect((await leave()).success).toBe(true)
    const log = await fixture.context.db
      .selectFrom('operator_log')
      .select('action')
      .orderBy('id', 'desc')
      .execute()
    expect(log[0]?.action).toBe('operator.removed')
  })

  test('has access on the main site only, in sessions that used a second factor', async () => {
    const { id, bearer } = await signUp()
    await accept(await linkOf(), bearer)
    expect((await list(bearer)).success).toBe(true)
    const onStorefront = await openStrongSession(fixture.context, id, 'aurora.localhost')
    expect((await list(onStorefront, 'http://aurora.localhost')).error.code).toBe('FORBIDDEN')
    await fixture.context.db.deleteFrom('sessions').execute()
    const weak = await insertSession(fixture.context, id, 'localhost')
    expect((await list(weak)).error.code).toBe('FORBIDDEN')
  })

  test('can’t be reached by links on a storefront', async () => {
    const token = await linkOf()
    const id = await insertAccount(fixture.context, 'ada@example.com')
    const bearer = await openStrongSession(fixture.context, id, 'aurora.localhost')
    expect((await accept(token, bearer, 'http://aurora.localhost')).error.code).toBe('LINK_INVALID')
  })
})
