import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const NOW = new Date('2026-11-21T12:00:00Z')

const change = () => ({
  promoterId: fixture.promoterId,
  actor: { accountId: fixture.owner.accountId, apiKeyId: null },
  action: 'event.updated' as const,
  subject: { id: fixture.eventId, name: 'Opening night' },
})

const entries = async () => {
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit_log order by id`.execute(fixture.context.db)
  return rows
}

describe('the audit log', () => {
  test('stores the differences of two states, or one whole state', async () => {
    const states = { before: { title: 'A', city: 'Oslo' }, after: { title: 'B', city: 'Oslo' } }
    await recordChange(fixture.context.db, { ...change(), ...states }, NOW)
    await recordChange(fixture.context.db, { ...change(), after: { title: 'B' } }, NOW)
    expect(await entries()).toEqual([
      { before: { title: 'A' }, after: { title: 'B' } },
      { before: null, after: { title: 'B' } },
    ])
  })

  test('ignores a change without differences', async () => {
    const count = (await entries()).length
    await recordChange(
      fixture.context.db,
      { ...change(), before: { tags: ['x'] }, after: { tags: ['x'] } },
      NOW,
    )
    expect(await entries()).toHaveLength(count)
  })

  test('is append-only, and keeps entries of a deleted account', async () => {
    const { db } = fixture.context
    const { accountId } = await fixture.join('manager')
    await recordChange(db, { ...change(), actor: { accountId, apiKeyId: null }, after: { title: 'C' } }, NOW)
    await expect(sql`update audit_log set action = 'event.other'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
    const count = (await entries()).length
    await sql`delete from accounts where id = ${accountId}`.execute(db)
    expect(await entries()).toHaveLength(count)
  })
})
