import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ManagedPromoter } from '#contracts/operator/promoters.ts'
import type { PromoterInvitation, RegistrationSettings } from '#contracts/operator/registration.ts'
import type { RegistrationMode } from '#model/people/registration.ts'
import { readConfig } from '#server/platform/config.ts'
import { findPlatformSettings } from '#server/people/registration/platform-settings-rows.ts'
import { chosenRegistrationMode } from '#server/people/registration/registration-mode.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openOperatorFixture, readMail, type OperatorFixture } from '#tests/support/operators.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let operator: OperatorFixture
beforeAll(async () => {
  shop = await openShop()
  operator = await openOperatorFixture(shop.context)
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { db } = shop.context
  await db.deleteFrom('rate_limits').execute()
  await sql`update platform_settings set registration = null, single_promoter = false`.execute(db)
})

interface Opened {
  id: string
  status: string
}
const wish = () => ({
  name: 'Night Owls',
  siteName: `owls-${randomUUID().slice(0, 8)}`,
  country: 'Germany',
  currency: 'EUR',
})

async function join(email = `${randomUUID()}@example.com`) {
  const accountId = await insertAccount(shop.context, email)
  const bearer = await insertSession(shop.context, accountId, 'localhost')
  const open = (more: object = {}, key = randomUUID()): Promise<Answer<Opened>> =>
    shop.ask('POST', '/api/promoter/promoters', {
      host: 'localhost',
      bearer,
      key,
      body: { ...wish(), ...more },
    })
  return { accountId, email, bearer, open }
}

const readSettings = async (): Promise<RegistrationSettings> =>
  (await operator.ask<{ settings: RegistrationSettings }>('GET', '/api/operator/registration')).data.settings

const choose = async (mode: RegistrationMode, isSinglePromoter = false) => {
  const { version } = await readSettings()
  return operator.ask('PUT', '/api/operator/registration', { body: { mode, isSinglePromoter, version } })
}
const act = (id: string, move: string, body: object) =>
  operator.ask<{ promoter: ManagedPromoter }>('POST', `/api/operator/promoters/${id}/${move}`, { body })
const modeShown = async (): Promise<string> =>
  (await shop.ask<{ mode: string }>('GET', '/api/public/registration')).data.mode

test('until an operator chooses, strangers are reviewed in production, and a laptop is open', async () => {
  const settings = await findPlatformSettings(shop.context.db)
  const mode = (environment: Record<string, string>) =>
    chosenRegistrationMode(readConfig(environment), settings)
  expect(mode({})).toBe('open')
  expect(mode({ DEMO: 'off' })).toBe('open')
  expect(mode({ MAIN_HOSTS: 'tickets.example' })).toBe('approval')
  expect(mode({ MAIN_HOSTS: 'tickets.example', DEMO: 'on' })).toBe('open')
  expect(mode({ NODE_ENV: 'production', FOYER_ENCRYPTION_KEY: 'k'.repeat(43) + '=' })).toBe('approval')
  expect(await modeShown()).toBe('open')
  expect((await (await join()).open()).data.status).toBe('active')
})

test('nobody can join before there is an operator', async () => {
  const { db } = shop.context
  const { account_id, created_at } = await db.deleteFrom('operators').returningAll().executeTakeFirstOrThrow()
  expect(await modeShown()).toBe('closed')
  await db.insertInto('operators').values({ account_id, created_at }).execute()
})

describe('with approval', () => {
  beforeEach(() => choose('approval'))

  test('a new promoter prepares everything, publishes after the approval, and everybody is mailed', async () => {
    const ada = await join('ada.owner@example.com')
    const { data } = await ada.open()
    expect(data.status).toBe('pending')
    const asked = await readMail(shop.context, { kind: 'promoter_requested', to: 'operator@example.com' })
    expect(asked?.subject).toBe('Night Owls asks to sell on Foyer')
    expect(asked?.text).toContain(`/operator/promoters/${data.id}`)
    const call = (method: string, path: string, body?: object) =>
      shop.ask<{ event: { id: string; version: number } }>(method, path, {
        host: 'localhost',
        bearer: ada.bearer,
        promoter: data.id,
        key: randomUUID(),
        ...(body && { body }),
      })
    const { data: made } = await call('POST', '/api/promoter/events', {
      title: 'First night',
      timeZone: 'Europe/Berlin',
      startsAt: '2026-12-24T20:00',
    })
    const publish = () =>
      call('POST', `/api/promoter/events/${made.event.id}/publish`, { version: made.event.version })
    expect((await publish()).error.code).toBe('APPROVAL_PENDING')
    const host =
      (
        await sql<{ host: string }>`select host from hosts where promoter_id = ${data.id}`.execute(
          shop.context.db,
        )
      ).rows[0]?.host ?? ''
    expect(shop.context.sites.resolve(host)).toMatchObject({ closed: 'not_open' })
    const approved = await act(data.id, 'approve', { message: 'Welcome!' })
    expect(approved.data.promoter).toMatchObject({ status: 'active', statusReason: 'Welcome!' })
    expect(shop.context.sites.resolve(host)).not.toHaveProperty('closed')
    // Incomplete, but no longer refused.
    expect((await publish()).error?.code).not.toBe('APPROVAL_PENDING')
    const mail = await readMail(shop.context, { kind: 'promoter_status', to: 'ada.owner@example.com' })
    expect(mail?.subject).toBe('Night Owls can sell on Foyer')
    expect(mail?.text).toContain('Welcome!')
  })

  test('a rejected promoter is told why, can’t publish, and can be approved later', async () => {
    const ada = await join('rejected@example.com')
    const { data } = await ada.open()
    expect((await act(data.id, 'reject', { reason: '' })).error.code).toBe('VALIDATION_ERROR')
    const rejected = await act(data.id, 'reject', { reason: 'We sell theatre only.' })
    expect(rejected.data.promoter.status).toBe('rejected')
    const mail = await readMail(shop.context, { kind: 'promoter_status', to: 'rejected@example.com' })
    expect(mail?.text).toContain('We sell theatre only.')
    // Decided: other operators don’t get the email any more.
    expect(
      (await readMail(shop.context, { kind: 'promoter_requested', to: 'operator@example.com' }))?.text ?? '',
    ).not.toContain(data.id)
    const again = await Promise.all([act(data.id, 'approve', {}), act(data.id, 'approve', {})])
    expect(again.map(({ data: { promoter } }) => promoter.status)).toEqual(['active', 'active'])
  })

  test('concurrent decisions: one counts', async () => {
    const { data } = await (await join()).open()
    const answers = await Promise.all([
      act(data.id, 'approve', {}),
      act(data.id, 'reject', { reason: 'No.' }),
    ])
    const codes = answers.map(({ success, error }) => (success ? 'done' : error.code))
    // Approving a rejected promoter is possible.
    expect([
      ['done', 'PROMOTER_MOVED'],
      ['done', 'done'],
    ]).toContainEqual(codes)
  })

  test('a repeated request opens one promoter, and an operator’s own is active', async () => {
    const ada = await join()
    const key = randomUUID()
    const body = wish()
    const answers = await Promise.all([ada.open(body, key), ada.open(body, key), ada.open(body, key)])
    expect(new Set(answers.map(({ data }) => `${data.id} ${data.status}`)).size).toBe(1)
    const own = await operator.ask<Opened>('POST', '/api/promoter/promoters', {
      body: wish(),
      key: randomUUID(),
    })
    expect(own.data.status).toBe('active')
  })
})

test('closed: nobody but operators opens a promoter', async () => {
  await choose('closed')
  expect(await modeShown()).toBe('closed')
  expect((await (await join()).open()).error.code).toBe('REGISTRATION_CLOSED')
})

describe('with invitations', () => {
  beforeEach(() => choose('invitation'))

  const invite = (email: string) =>
    operator.ask<{ invitation: PromoterInvitation }>('POST', '/api/operator/promoter-invitations', {
      body: { email },
    })
  const outcome = async (bearer: string): Promise<string> =>
    (await shop.ask<{ outcome: string }>('GET', '/api/promoter/registration', { host: 'localhost', bearer }))
      .data.outcome

  test('an invitation opens one promoter, for its address only', async () => {
    const [ada, eve] = [await join('invited@example.com'), await join()]
    expect((await ada.open()).error.code).toBe('INVITATION_REQUIRED')
    expect((await invite(ada.email)).status).toBe(201)
    expect((await invite(ada.email)).error.code).toBe('INVITATION_THERE')
    const mail = await readMail(shop.context, { kind: 'promoter_invitation', to: ada.email })
    expect(mail?.text).toContain('http://localhost/promoter/start')
    expect([await outcome(ada.bearer), await outcome(eve.bearer)]).toEqual(['active', 'INVITATION_REQUIRED'])
    expect((await eve.open()).error.code).toBe('INVITATION_REQUIRED')
    const answers = await Promise.all([ada.open(), ada.open()])
    expect(
      answers.map(({ success, data, error }) => (success ? data.status : error.code)).toSorted(),
    ).toEqual(['INVITATION_REQUIRED', 'active'])
    expect(await outcome(ada.bearer)).toBe('INVITATION_REQUIRED')
    const list = await operator.ask<{ invitations: object[] }>('GET', '/api/operator/promoter-invitations')
    expect(list.data.invitations).toEqual([])
  })

  test('it needs a verified address', async () => {
    const ada = await join('unverified@example.com')
    await sql`update accounts set email_verified_at = null where id = ${ada.accountId}`.execute(
      shop.context.db,
    )
    await invite(ada.email)
    expect((await ada.open()).error.code).toBe('EMAIL_NOT_VERIFIED')
  })

  test('it ends when it is revoked, and after 14 days', async () => {
    const ada = await join('revoked@example.com')
    const { data } = await invite(ada.email)
    const path = `/api/operator/promoter-invitations/${data.invitation.id}`
    expect((await operator.ask('DELETE', path)).status).toBe(200)
    expect((await operator.ask('DELETE', path)).error.code).toBe('NOT_FOUND')
    expect(await readMail(shop.context, { kind: 'promoter_invitation', to: ada.email })).toBeUndefined()
    expect((await ada.open()).error.code).toBe('INVITATION_REQUIRED')
    await invite(ada.email)
    await sql`update promoter_invitations set expires_at = ${new Date(shop.clock.now())} where used_at is null`.execute(
      shop.context.db,
    )
    expect((await ada.open()).error.code).toBe('INVITATION_REQUIRED')
    // An expired one doesn’t block a new one.
    expect((await invite(ada.email)).status).toBe(201)
    expect((await ada.open()).data.status).toBe('active')
  })

  test('it also skips the review, and doesn’t open a closed platform', async () => {
    const ada = await join('early@example.com')
    await invite(ada.email)
    await choose('closed')
    expect((await ada.open()).error.code).toBe('REGISTRATION_CLOSED')
    await choose('approval')
    expect((await ada.open()).data.status).toBe('active')
  })
})

describe('the settings', () => {
  test('refuse an older version, with the current ones', async () => {
    const { version } = await readSettings()
    const put = (mode: RegistrationMode) =>
      operator.ask('PUT', '/api/operator/registration', {
        body: { mode, isSinglePromoter: false, version },
      })
    const answers = await Promise.all([put('approval'), put('closed')])
    expect(answers.map(({ success, error }) => (success ? 'saved' : error.code)).toSorted()).toEqual([
      'EDIT_CONFLICT',
      'saved',
    ])
    expect(await readSettings()).toMatchObject({ isChosen: true, version: version + 1 })
  })

  test('allow a single promoter only while there is one at most, and then take no other', async () => {
    expect((await choose('open', true)).error.code).toBe('SINGLE_PROMOTER_ONLY')
    const others = sql`update promoters set status = 'rejected' where id <> ${shop.promoterId}`
    await others.execute(shop.context.db)
    expect((await choose('open', true)).status).toBe(200)
    expect(await modeShown()).toBe('closed')
    expect(shop.context.sites.resolve('localhost')).toMatchObject({ isSinglePromoter: true })
    expect((await (await join()).open()).error.code).toBe('REGISTRATION_CLOSED')
  })

  test('turned to a single promoter while others join: never both', async () => {
    await sql`update promoters set status = 'rejected' where id <> ${shop.promoterId}`.execute(
      shop.context.db,
    )
    const people = await Promise.all([join(), join(), join()])
    await Promise.all([choose('open', true), ...people.map(({ open }) => open())])
    const { rows } = await sql<{ isSingle: boolean; count: number }>`
      select single_promoter as "isSingle", (select count(*)::int from promoters where status <> 'rejected') as count
      from platform_settings`.execute(shop.context.db)
    const [state] = rows
    expect(state?.isSingle === true && state.count > 1).toBe(false)
  })
})
