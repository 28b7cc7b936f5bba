import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey } from '#contracts/console/developers/api-keys.ts'
import type { Webhook } from '#contracts/console/developers/webhooks.ts'
import type { PromoterSettings } from '#contracts/console/settings.ts'
import type { Invitation, StaffMember } from '#contracts/console/staff/staff.ts'
import type { MemberRole } from '#model/people/members.ts'
import type { Scope } from '#model/people/scopes.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { insertInvitationToken } from '#server/people/invitations/invitation-rows.ts'
import type { Ask } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { insertMember, newEmail, openCustomer, PASSWORD } from '#tests/support/people.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const MEMBERS = '/api/promoter/members'
const INVITATIONS = '/api/promoter/invitations'
const KEYS = '/api/promoter/api-keys'
const WEBHOOKS = '/api/promoter/webhooks'
const SETTINGS = '/api/promoter/settings'

async function makeKey(
  by: Pick<ConsoleMember, 'ask'>,
  ...scopes: Scope[]
): Promise<{ id: string; ask: Ask }> {
  const body = { name: 'Program', scopes }
  const { data } = await by.ask<{ apiKey: ApiKey; key: string }>('POST', KEYS, { body })
  const ask: Ask = (method, path, request) => fixture.ask(method, path, { bearer: data.key, ...request })
  return { id: data.apiKey.id, ask }
}

const invite = (ask: Ask, role: MemberRole) =>
  ask<{ invitation: Invitation }>('POST', INVITATIONS, { body: { email: newEmail(), role } })

const openInvitations = async (): Promise<string[]> => {
  const { data } = await fixture.owner.ask<{ invitations: Invitation[] }>('GET', INVITATIONS)
  return data.invitations.map(({ id }) => id)
}

const entriesOf = async (subjectId: string): Promise<unknown[]> => {
  const { rows } = await sql`
    select action, account_id as by from audit_log where subject_id = ${subjectId} order by id`.execute(
    fixture.context.db,
  )
  return rows
}

describe('an API key with staff:write', () => {
  test.each(['owner', 'manager'] as const)(
    'can’t invite the role %s, or resend or revoke such an invitation',
    async (role) => {
      const { ask } = await makeKey(fixture.owner, 'staff:write')
      expect(await invite(ask, role)).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
      const { id } = (await invite(fixture.owner.ask, role)).data.invitation
      expect(await ask('POST', `${INVITATIONS}/${id}/resend`)).toMatchObject({ status: 403 })
      expect(await ask('DELETE', `${INVITATIONS}/${id}`)).toMatchObject({ status: 403 })
      expect(await openInvitations()).toContain(id)
    },
  )

  test.each(['sales', 'door'] as const)('can invite the role %s', async (role) => {
    const { ask } = await makeKey(fixture.owner, 'staff:write')
    expect(await invite(ask, role)).toMatchObject({ status: 201 })
  })

  test('can’t create or change an owner', async () => {
    const { ask } = await makeKey(fixture.owner, 'staff:write')
    const [owner, member] = [await fixture.join('owner'), await fixture.join('sales')]
    const put = (accountId: string, role: MemberRole) =>
      ask('PUT', `${MEMBERS}/${accountId}`, { body: { role, version: 1 } })
    expect(await put(member.accountId, 'owner')).toMatchObject({ status: 403 })
    expect(await put(owner.accountId, 'door')).toMatchObject({ status: 403 })
    expect(await ask('DELETE', `${MEMBERS}/${owner.accountId}`)).toMatchObject({ status: 403 })
    expect(await put(member.accountId, 'manager')).toMatchObject({ status: 403 })
    expect(await put(member.accountId, 'door'), 'whom a person invited').toMatchObject({ status: 403 })
    expect(await ask('DELETE', `${MEMBERS}/${member.accountId}`)).toMatchObject({ status: 200 })
    await fixture.owner.ask('DELETE', `${MEMBERS}/${owner.accountId}`)
  })

  test('can’t turn off required two-factor authentication', async () => {
    const { db } = fixture.context
    const { ask } = await makeKey(fixture.owner, 'promoter:write')
    const require = (isRequired: boolean) =>
      sql`update promoters set requires_second_factor = ${isRequired} where id = ${fixture.promoterId}`.execute(
        db,
      )
    await require(true)
    const { settings } = (await ask<{ settings: PromoterSettings }>('GET', SETTINGS)).data
    const put = (change: Partial<PromoterSettings>) =>
      ask<{ settings: PromoterSettings }>('PUT', SETTINGS, { body: { ...settings, ...change } })
    expect(await put({ requiresSecondFactor: false })).toMatchObject({ status: 403 })
    expect(await put({ legalName: 'Aurora GmbH' })).toMatchObject({
      status: 200,
      data: { settings: { legalName: 'Aurora GmbH', requiresSecondFactor: true } },
    })
    await require(false)
  })
})

describe('what an owner has created', () => {
  const ENDS: readonly [string, (owner: ConsoleMember) => Promise<{ status: number }>][] = [
    ['a removal', ({ accountId }) => fixture.owner.ask('DELETE', `${MEMBERS}/${accountId}`)],
    [
      'another role',
      ({ accountId }) =>
        fixture.owner.ask('PUT', `${MEMBERS}/${accountId}`, { body: { role: 'manager', version: 1 } }),
    ],
  ]

  test.each(ENDS)('ends with %s: invitations, keys, and those keys’ invitations', async (_, end) => {
    const owner = await fixture.join('owner')
    const key = await makeKey(owner, 'staff:write', 'staff:read')
    const sent = (await invite(owner.ask, 'owner')).data.invitation.id
    const sentByKey = (await invite(key.ask, 'door')).data.invitation.id
    const others = (await invite(fixture.owner.ask, 'sales')).data.invitation.id
    const ownKey = await makeKey(fixture.owner, 'staff:read')
    expect((await end(owner)).status).toBe(200)
    const open = await openInvitations()
    expect([sent, sentByKey, others].map((id) => open.includes(id))).toEqual([false, false, true])
    expect((await key.ask('GET', MEMBERS)).status).toBe(401)
    expect((await ownKey.ask('GET', MEMBERS)).status).toBe(200)
    const by = fixture.owner.accountId
    expect(await entriesOf(sent)).toContainEqual({ action: 'invitation.revoked', by })
    expect(await entriesOf(sentByKey)).toContainEqual({ action: 'invitation.revoked', by })
    expect(await entriesOf(key.id)).toContainEqual({ action: 'api_key.revoked', by })
  })

  test('ends with their account', async () => {
    const owner = await openCustomer(fixture)
    await insertMember(fixture.context.db, {
      promoterId: fixture.promoterId,
      accountId: owner.id,
      role: 'owner',
    })
    const key = await makeKey(owner, 'staff:read')
    const sent = (await invite(owner.ask, 'manager')).data.invitation.id
    const gone = await owner.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
    expect(gone.status).toBe(200)
    expect(await openInvitations()).not.toContain(sent)
    expect((await key.ask('GET', MEMBERS)).status).toBe(401)
  })
})

describe('webhooks of an owner', () => {
  const url = 'http://127.0.0.1:9/hook'
  const body = { url, events: ['order.paid'] }
  const makeWebhook = async ({ ask }: Pick<ConsoleMember, 'ask'>): Promise<Webhook> => {
    const made = await ask<{ webhook: Webhook }>('POST', WEBHOOKS, { body })
    expect(made.status).toBe(201)
    return made.data.webhook
  }
  const edit = (webhook: Webhook, change: object) =>
    fixture.owner.ask<{ webhook: Webhook }>('PUT', `${WEBHOOKS}/${webhook.id}`, {
      body: { ...body, isActive: true, version: webhook.version, ...change },
    })
  const find = async ({ id }: Webhook): Promise<Webhook | undefined> => {
    const { data } = await fixture.owner.ask<{ webhooks: Webhook[] }>('GET', WEBHOOKS)
    return data.webhooks.find((each) => each.id === id)
  }
  const ENDS: readonly [string, (owner: { id: string; ask: Ask }) => Promise<{ status: number }>][] = [
    ['a removal', ({ id }) => fixture.owner.ask('DELETE', `${MEMBERS}/${id}`)],
    [
      'another role',
      ({ id }) => fixture.owner.ask('PUT', `${MEMBERS}/${id}`, { body: { role: 'manager', version: 1 } }),
    ],
    ['their account', ({ ask }) => ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })],
  ]
  const openOwner = async () => {
    const owner = await openCustomer(fixture)
    await insertMember(fixture.context.db, {
      promoterId: fixture.promoterId,
      accountId: owner.id,
      role: 'owner',
    })
    return owner
  }

  test.each(ENDS)('are turned off with %s, with the reason and an audit entry', async (_, end) => {
    const owner = await openOwner()
    const [theirs, others] = [await makeWebhook(owner), await makeWebhook(fixture.owner)]
    expect((await end(owner)).status).toBe(200)
    expect(await find(theirs)).toMatchObject({ isActive: false, offReason: 'creator_left', version: 2 })
    expect(await find(others)).toMatchObject({ isActive: true, offReason: null, version: 1 })
    // Entries of a deleted account have no actor.
    const by = end === ENDS[2]?.[1] ? null : fixture.owner.accountId
    expect((await entriesOf(theirs.id)).at(-1)).toMatchObject({ action: 'webhook.updated', by })
    const on = await edit(theirs, { version: 2 })
    expect(on.data.webhook).toMatchObject({ isActive: true, offReason: null })
  })

  test('stay on when another owner took them over, and follow who changed their URL', async () => {
    const [first, second] = [await openOwner(), await openOwner()]
    const webhook = await makeWebhook(first)
    const off = await edit(webhook, { isActive: false })
    const on = await edit(off.data.webhook, {})
    expect((await ENDS[0]?.[1](first))?.status).toBe(200)
    expect(await find(webhook)).toMatchObject({ isActive: true })
    const moved = { ...body, url: `${url}/elsewhere`, isActive: true, version: on.data.webhook.version }
    expect((await second.ask('PUT', `${WEBHOOKS}/${webhook.id}`, { body: moved })).status).toBe(200)
    expect((await ENDS[0]?.[1](second))?.status).toBe(200)
    expect(await find(webhook)).toMatchObject({ isActive: false, offReason: 'creator_left' })
  })

  test('stay on when their creator is unknown', async () => {
    const owner = await openOwner()
    const webhook = await makeWebhook(owner)
    await sql`update webhook_endpoints set created_by = null where id = ${webhook.id}`.execute(
      fixture.context.db,
    )
    expect((await ENDS[0]?.[1](owner))?.status).toBe(200)
    expect(await find(webhook)).toMatchObject({ isActive: true, offReason: null })
  })
})

describe('invitations of an API key', () => {
  test('end with the key', async () => {
    const [key, other] = [
      await makeKey(fixture.owner, 'staff:write'),
      await makeKey(fixture.owner, 'staff:write'),
    ]
    const sent = (await invite(key.ask, 'sales')).data.invitation.id
    const others = [
      (await invite(other.ask, 'sales')).data.invitation.id,
      (await invite(fixture.owner.ask, 'manager')).data.invitation.id,
    ]
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)).status).toBe(200)
    const open = await openInvitations()
    expect([sent, ...others].map((id) => open.includes(id))).toEqual([false, true, true])
    const revoked = { action: 'invitation.revoked', by: fixture.owner.accountId }
    expect(await entriesOf(sent)).toContainEqual(revoked)
    await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)
    expect((await entriesOf(sent)).length, 'once more').toBe(2)
  })

  test('end also when sent during the key’s revocation', async () => {
    const { db } = fixture.context
    const key = await makeKey(fixture.owner, 'staff:write')
    const before = await openInvitations()
    const ends = await db.transaction().execute(async (trx) => {
      // The invitation waits here while holding the key's lock; the revocation waits for the key.
      await sql`select from promoters where id = ${fixture.promoterId} for no key update`.execute(trx)
      const asking = invite(key.ask, 'sales')
      await whenWaiting(db)
      const revoking = fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)
      await whenWaiting(db, 2)
      return { asking, revoking }
    })
    expect((await ends.asking).status).toBe(201)
    expect((await ends.revoking).status).toBe(200)
    expect(await openInvitations()).toEqual(before)
  })
})

describe('a membership created by an API key', () => {
  const isMember = async (accountId: string): Promise<boolean> => {
    const { data } = await fixture.owner.ask<{ members: StaffMember[] }>('GET', MEMBERS)
    return data.members.some((each) => each.accountId === accountId)
  }
  const peopleOf = async (keyId: string): Promise<number | undefined> => {
    const { data } = await fixture.owner.ask<{ apiKeys: ApiKey[] }>('GET', KEYS)
    return data.apiKeys.find(({ id }) => id === keyId)?.members
  }

  async function openGranted() {
    const key = await makeKey(fixture.owner, 'staff:write')
    const member = await openCustomer(fixture)
    const body = { email: member.email, role: 'sales' }
    const sent = await key.ask<{ invitation: Invitation }>('POST', INVITATIONS, { body })
    const token = randomToken()
    const invitationId = sent.data.invitation.id
    await insertInvitationToken(fixture.context.db, { tokenHash: hashToken(token), invitationId, round: 1 })
    const accepted = await member.ask('POST', '/api/auth/customer/invitations/accept', { body: { token } })
    expect(accepted.status).toBe(200)
    return { key, accountId: member.id }
  }

  test('ends with the key’s revocation', async () => {
    const { key, accountId } = await openGranted()
    expect(await peopleOf(key.id)).toBe(1)
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)).status).toBe(200)
    expect(await isMember(accountId)).toBe(false)
    expect(await entriesOf(accountId)).toContainEqual({
      action: 'member.removed',
      by: fixture.owner.accountId,
    })
  })

  test('is kept when the revoking call says so', async () => {
    const { key, accountId } = await openGranted()
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${key.id}?members=keep`)).status).toBe(200)
    expect(await peopleOf(key.id)).toBe(0)
    await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)
    expect(await isMember(accountId)).toBe(true)
  })

  test('is kept once a person has changed its role', async () => {
    const { key, accountId } = await openGranted()
    const put = { body: { role: 'door', version: 1 } }
    expect((await fixture.owner.ask('PUT', `${MEMBERS}/${accountId}`, put)).status).toBe(200)
    expect((await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)).status).toBe(200)
    expect(await isMember(accountId)).toBe(true)
  })

  test('can be changed by that key within its scopes, and by no other key', async () => {
    const { key, accountId } = await openGranted()
    const other = await makeKey(fixture.owner, 'staff:write')
    const put = (ask: Ask, role: MemberRole) =>
      ask('PUT', `${MEMBERS}/${accountId}`, { body: { role, version: 1 } })
    expect(await put(other.ask, 'door')).toMatchObject({ status: 403 })
    expect(await put(key.ask, 'manager')).toMatchObject({ status: 403 })
    expect(await put(key.ask, 'door')).toMatchObject({ status: 200 })
    await fixture.owner.ask('DELETE', `${KEYS}/${key.id}`)
    expect(await isMember(accountId), 'given by the key still').toBe(false)
  })

  test('ends also when its key changes it during the revocation', async () => {
    const { key, accountId } = await openGranted()
    const body = { role: 'door', version: 1 }
    const [changed, revoked] = await Promise.all([
      key.ask('PUT', `${MEMBERS}/${accountId}`, { body }),
      fixture.owner.ask('DELETE', `${KEYS}/${key.id}`),
    ])
    expect([200, 401, 403, 404]).toContain(changed.status)
    expect(revoked.status).toBe(200)
    expect(await isMember(accountId)).toBe(false)
  })
})

const webhookTo = (path: string) => ({ url: `https://example.com/${path}`, events: ['order.paid'] })

async function makeWebhook(): Promise<Webhook> {
  const made = await fixture.owner.ask<{ webhook: Webhook }>('POST', WEBHOOKS, { body: webhookTo('first') })
  return made.data.webhook
}

describe('a running call of a removed member', () => {
  const CALLS: readonly [string, (ask: Ask) => Promise<{ status: number }>][] = [
    ['invite', (ask) => invite(ask, 'owner')],
    ['make a key', (ask) => ask('POST', KEYS, { body: { name: 'Late', scopes: ['staff:write'] } })],
    [
      'send an invitation again',
      async (ask) => {
        const [id] = await openInvitations()
        return ask('POST', `${INVITATIONS}/${id}/resend`)
      },
    ],
    ['make a webhook', (ask) => ask('POST', WEBHOOKS, { body: webhookTo('new') })],
    [
      'send a webhook elsewhere',
      async (ask) => {
        const { id, version } = await makeWebhook()
        const body = { ...webhookTo('elsewhere'), isActive: true, version }
        return ask('PUT', `${WEBHOOKS}/${id}`, { body })
      },
    ],
    [
      'get a webhook’s new secret',
      async (ask) => ask('POST', `${WEBHOOKS}/${(await makeWebhook()).id}/rotate-secret`),
    ],
  ]

  test.each(CALLS)('doesn’t %s', async (_, call) => {
    const { db } = fixture.context
    await invite(fixture.owner.ask, 'door')
    const owner = await fixture.join('owner')
    const answer = await db.transaction().execute(async (trx) => {
      await sql`
        delete from members where promoter_id = ${fixture.promoterId} and account_id = ${owner.accountId}`.execute(
        trx,
      )
      const late = call(owner.ask)
      await whenWaiting(db)
      return { late }
    })
    expect((await answer.late).status).toBe(403)
  })
})
