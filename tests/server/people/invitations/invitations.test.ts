import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertSession } from '#tests/support/accounts.ts'
import type { Invitation } from '#contracts/console/staff/staff.ts'
import type { MemberRole } from '#model/people/members.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { insertInvitationToken } from '#server/people/invitations/invitation-rows.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import {
  insertMember,
  newEmail,
  PASSWORD,
  openBrowser,
  openCustomer,
  type Browser,
} from '#tests/support/people.ts'
import { openTestPost } from '#tests/support/post.ts'

let fixture: ConsoleFixture
let server: MailServer
beforeAll(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
})
afterAll(async () => {
  await server.close()
  await fixture.close()
})

const MAIN = 'localhost'
const WEEK_MS = 7 * 86_400_000

const invite = (email: string, role: MemberRole = 'sales') =>
  fixture.owner.ask<{ invitation: Invitation }>('POST', '/api/promoter/invitations', {
    body: { email, role },
  })

async function linkOf(invitationId: string, round = 1): Promise<string> {
  const token = randomToken()
  expect(
    await insertInvitationToken(fixture.context.db, { tokenHash: hashToken(token), invitationId, round }),
  ).toBe(true)
  return token
}

async function invited(email: string, role: MemberRole = 'sales'): Promise<{ id: string; token: string }> {
  const { data } = await invite(email, role)
  return { id: data.invitation.id, token: await linkOf(data.invitation.id) }
}

const show = (token: string) =>
  openBrowser(fixture).ask<{ invitation: { email: string } }>(
    'POST',
    '/api/public/auth/customer/invitations/show',
    { body: { token } },
  )
const accept = (browser: Browser, token: string) =>
  browser.ask('POST', '/api/auth/customer/invitations/accept', { body: { token } })

const rolesOf = async (accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ role: string }>`
    select role from members where account_id = ${accountId} and promoter_id = ${fixture.promoterId}`.execute(
    fixture.context.db,
  )
  return rows.map(({ role }) => role)
}

describe('an invitation', () => {
  test('is listed for the account with the verified address until accepted, revoked or expired', async () => {
    const list = async (bearer: string | undefined): Promise<unknown[]> => {
      const path = '/api/auth/customer/invitations'
      const { data } = await fixture.ask<{ invitations: unknown[] }>('GET', path, { bearer: bearer ?? '' })
      return data.invitations
    }
    const email = newEmail()
    const { id, token } = await invited(email, 'manager')
    const stranger = openBrowser(fixture)
    await stranger.register(email)
    expect(await list(stranger.bearer)).toEqual([])
    const person = await openCustomer(fixture, { email })
    expect(await list(person.bearer)).toEqual([
      expect.objectContaining({ promoterName: 'Aurora', role: 'manager' }),
    ])
    expect(await list((await openCustomer(fixture, { email: newEmail() })).bearer)).toEqual([])
    await fixture.owner.ask('DELETE', `/api/promoter/invitations/${id}`)
    expect(await list(person.bearer)).toEqual([])
    expect((await show(token)).status).not.toBe(200)
    const again = await invited(email)
    expect(await list(person.bearer)).toHaveLength(1)
    expect((await accept(person, again.token)).status).toBe(200)
    expect(await list(person.bearer)).toEqual([])
  })

  test('is emailed with a link to the team', async () => {
    const email = newEmail()
    await invite(email, 'manager')
    const post = openTestPost(fixture.context, server.url)
    await post.deliver()
    await post.close()
    const mail = server.arrived.find(({ to }) => to === email)?.mail
    expect(mail?.subject).toContain('invited you to join')
    const token = /\/join#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await show(token)).toMatchObject({ data: { invitation: { email, role: 'manager' } } })
    const ada = await openCustomer(fixture, { email })
    expect(await accept(ada, token)).toMatchObject({
      data: { promoterId: fixture.promoterId, role: 'manager' },
    })
    expect(await rolesOf(ada.id)).toEqual(['manager'])
    const { data } = await fixture.owner.ask<{ invitations: Invitation[] }>(
      'GET',
      '/api/promoter/invitations',
    )
    expect(data.invitations.map((each) => each.email)).not.toContain(email)
  })

  test('verifies the address of an unverified account, and removes other claims', async () => {
    const email = newEmail()
    const { token } = await invited(email)
    const [ada, stranger] = [openBrowser(fixture), openBrowser(fixture)]
    await stranger.register(email)
    const { data } = await ada.register(email)
    expect(await accept(ada, token)).toMatchObject({ success: true })
    expect(await ada.ask('GET', '/api/auth/customer/me')).toMatchObject({
      data: { customer: { isEmailVerified: true, staff: { isStaff: true } } },
    })
    expect(await rolesOf(data.customer.id)).toEqual(['sales'])
    expect(await stranger.ask('GET', '/api/auth/customer/me')).toMatchObject({
      error: { code: 'UNAUTHENTICATED' },
    })
  })

  test('is valid for the account with its address only', async () => {
    const email = newEmail()
    const { token } = await invited(email)
    const other = await openCustomer(fixture)
    expect(await accept(other, token)).toMatchObject({ error: { code: 'INVITATION_FOR_ANOTHER' } })
    const owner = await openCustomer(fixture, { email })
    const late = openBrowser(fixture)
    await late.register(email)
    expect(await accept(late, token), 'another account has verified it').toMatchObject({
      error: { code: 'INVITATION_FOR_ANOTHER' },
    })
    expect(await accept(openBrowser(fixture), token)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    expect(await accept(owner, token)).toMatchObject({ success: true })
  })

  test('is used once: repeated by its account it succeeds, but not after a removal', async () => {
    const ada = await openCustomer(fixture)
    const { token } = await invited(ada.email)
    const answers = await Promise.all([accept(ada, token), accept(ada, token), accept(ada, token)])
    expect(answers.map(({ success }) => success)).toEqual([true, true, true])
    const { rows } = await sql`
      select 1 from audit_log where action = 'member.joined' and subject_id = ${ada.id}`.execute(
      fixture.context.db,
    )
    expect(rows).toHaveLength(1)
    expect(await show(token)).toMatchObject({ status: 410 })
    await fixture.owner.ask('DELETE', `/api/promoter/members/${ada.id}`)
    expect(await accept(ada, token)).toMatchObject({ error: { code: 'LINK_INVALID' } })
    expect(await rolesOf(ada.id)).toEqual([])
  })

  test('is valid for a week; resending replaces its link', async () => {
    const ada = await openCustomer(fixture)
    const { id, token } = await invited(ada.email)
    fixture.clock.advance(WEEK_MS)
    const browser = openBrowser(fixture)
    await browser.login(ada.email)
    expect(await accept(browser, token)).toMatchObject({ error: { code: 'LINK_INVALID' } })
    const owner = await fixture.join('owner')
    const again = await owner.ask('POST', `/api/promoter/invitations/${id}/resend`)
    expect(again).toMatchObject({ data: { invitation: { isExpired: false } } })
    expect(await accept(browser, token)).toMatchObject({ error: { code: 'LINK_INVALID' } })
    expect(await accept(browser, await linkOf(id, 2))).toMatchObject({ success: true })
    fixture.clock.advance(-WEEK_MS)
  })

  test('that is withdrawn is invalid, also concurrently', async () => {
    const ada = await openCustomer(fixture)
    const { id, token } = await invited(ada.email)
    const [revoked, accepted] = await Promise.all([
      fixture.owner.ask('DELETE', `/api/promoter/invitations/${id}`),
      accept(ada, token),
    ])
    expect([revoked.success, accepted.success].filter(Boolean)).toHaveLength(1)
    expect(await rolesOf(ada.id)).toEqual(accepted.success ? ['sales'] : [])
    expect(await fixture.owner.ask('DELETE', `/api/promoter/invitations/${id}`)).toMatchObject({
      status: 404,
    })
    expect(await fixture.owner.ask('POST', `/api/promoter/invitations/${id}/resend`)).toMatchObject({
      status: 404,
    })
  })

  test('is deleted with the account that accepted it', async () => {
    const ada = await openCustomer(fixture)
    const { id, token } = await invited(ada.email)
    await accept(ada, token)
    const answer = await ada.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
    expect(answer).toMatchObject({ success: true })
    const { rows } = await sql`select 1 from invitations where id = ${id}`.execute(fixture.context.db)
    expect(rows).toEqual([])
    const log = await fixture.owner.ask<{ entries: { subject: string; actor: object }[] }>(
      'GET',
      `/api/promoter/audit-log?subject=${ada.id}`,
    )
    expect(log.data.entries).toMatchObject([{ subject: '', actor: { kind: 'foyer', name: '' } }])
  })

  test('is refused for a member, and for an address with an open one', async () => {
    const ada = await openCustomer(fixture)
    const { token } = await invited(ada.email)
    expect(await invite(ada.email.toUpperCase())).toMatchObject({ error: { code: 'INVITATION_THERE' } })
    await accept(ada, token)
    expect(await invite(ada.email)).toMatchObject({ error: { code: 'ALREADY_MEMBER' } })
    expect(await invite('no address')).toMatchObject({ status: 422 })
  })

  test('is emailed to one address at most five times a day', async () => {
    const { id } = await invited(newEmail())
    const resend = () => fixture.owner.ask('POST', `/api/promoter/invitations/${id}/resend`)
    const answers = [await resend(), await resend(), await resend(), await resend(), await resend()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  })

  test('is for owners, and NOT_FOUND for other promoters', async () => {
    const { id } = await invited(newEmail())
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const member = await fixture.join(role)
      expect(await member.ask('GET', '/api/promoter/invitations')).toMatchObject({ status: 403 })
      const body = { email: newEmail(), role: 'owner' }
      expect(await member.ask('POST', '/api/promoter/invitations', { body })).toMatchObject({
        status: 403,
      })
    }
    const promoterId = await insertPromoter(fixture.context.db, 'Elsewhere')
    const stranger = await fixture.join('nobody')
    await insertMember(fixture.context.db, { promoterId, accountId: stranger.accountId, role: 'owner' })
    const path = `/api/promoter/invitations/${id}`
    expect(await stranger.ask('DELETE', path), 'on this promoter’s site').toMatchObject({ status: 403 })
    const onMain = { host: MAIN, bearer: await insertSession(fixture.context, stranger.accountId, MAIN) }
    expect(await stranger.ask('DELETE', path, onMain)).toMatchObject({ status: 404 })
  })
})
