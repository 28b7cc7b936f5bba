import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormerMember, StaffMember } from '#contracts/console/staff/staff.ts'
import type { MemberRole } from '#model/people/members.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const list = async () =>
  (
    await fixture.owner.ask<{ members: StaffMember[]; former: FormerMember[] }>(
      'GET',
      '/api/promoter/members',
    )
  ).data
const put = (
  accountId: string,
  { role, version = 1, by = fixture.owner }: { role: MemberRole; version?: number; by?: ConsoleMember },
) => by.ask<{ member: StaffMember }>('PUT', `/api/promoter/members/${accountId}`, { body: { role, version } })
const remove = (accountId: string, by = fixture.owner) =>
  by.ask('DELETE', `/api/promoter/members/${accountId}`)

const ownerCount = async (): Promise<number> =>
  (await list()).members.filter(({ role }) => role === 'owner').length

describe('members', () => {
  test('are listed owners first, with the caller marked', async () => {
    await fixture.join('sales')
    const { members } = await list()
    expect(members[0]).toMatchObject({ accountId: fixture.owner.accountId, role: 'owner', isYou: true })
    expect(members.find(({ role }) => role === 'sales')).toMatchObject({ isYou: false, version: 1 })
  })

  test('get another role, effective with the next call', async () => {
    const member = await fixture.join('sales')
    expect(await member.ask('GET', '/api/promoter/audit-log')).toMatchObject({ status: 403 })
    expect(await put(member.accountId, { role: 'manager' })).toMatchObject({
      data: { member: { role: 'manager', version: 2 } },
    })
    expect(await member.ask('GET', '/api/promoter/audit-log')).toMatchObject({ status: 200 })
  })

  test('changed concurrently are not overwritten', async () => {
    const member = await fixture.join('sales')
    await put(member.accountId, { role: 'door' })
    expect(await put(member.accountId, { role: 'manager' })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', details: { current: { role: 'door', version: 2 } } },
    })
    const both = await Promise.all([
      put(member.accountId, { role: 'manager', version: 2 }),
      put(member.accountId, { role: 'sales', version: 2 }),
    ])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('are managed by owners, and NOT_FOUND for other promoters', async () => {
    const target = await fixture.join('door')
    const stranger = await fixture.join('nobody')
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const by = await fixture.join(role)
      expect(await by.ask('GET', '/api/promoter/members')).toMatchObject({ status: 403 })
      expect(await put(target.accountId, { role: 'owner', by })).toMatchObject({ status: 403 })
      expect(await remove(target.accountId, by)).toMatchObject({ status: 403 })
    }
    expect(await put(stranger.accountId, { role: 'sales' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(await remove(stranger.accountId)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(await remove('no-id')).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test('lose every door within the call that follows their removal', async () => {
    const seller = await fixture.join('manager')
    const doors = [
      '/api/public/staff/profile',
      '/api/public/staff/assignments',
      '/api/public/staff/earnings',
      '/api/public/staff/tracking-links',
      '/api/promoter/audit-log',
      '/api/domains',
    ]
    const statuses = () => Promise.all(doors.map(async (path) => (await seller.ask('GET', path)).status))
    expect(await statuses()).toEqual(doors.map(() => 200))
    expect(await remove(seller.accountId)).toMatchObject({ success: true })
    expect((await statuses()).filter((status) => status !== 403 && status !== 404)).toEqual([])
    expect(await seller.ask('GET', '/api/auth/customer/me'), 'the account itself stays').toMatchObject({
      data: { customer: { staff: { isStaff: false, permissions: [] } } },
    })
  })
})

describe('the last owner', () => {
  test('can’t leave or be demoted', async () => {
    expect(await ownerCount()).toBe(1)
    expect(await remove(fixture.owner.accountId)).toMatchObject({ error: { code: 'LAST_OWNER' } })
    expect(await put(fixture.owner.accountId, { role: 'manager' })).toMatchObject({
      error: { code: 'LAST_OWNER' },
    })
    expect(await put(fixture.owner.accountId, { role: 'owner' })).toMatchObject({ success: true })
  })

  test('remains, whatever two owners do concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await fixture.join('owner')
      const answers = await Promise.all([
        put(fixture.owner.accountId, { role: 'manager', by: other }),
        remove(other.accountId),
      ])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from members
        where promoter_id = ${fixture.promoterId} and role = 'owner'`.execute(fixture.context.db)
      expect(rows[0]?.count).toBe(1)
      // Adds the owner again, whichever call won.
      await sql`
        insert into members (promoter_id, account_id, role, created_at)
        values (${fixture.promoterId}, ${fixture.owner.accountId}, 'owner', now())
        on conflict (promoter_id, account_id) do update set role = 'owner', version = 1`.execute(
        fixture.context.db,
      )
      await sql`
        delete from members where promoter_id = ${fixture.promoterId} and account_id = ${other.accountId}`.execute(
        fixture.context.db,
      )
    }
  })
})
