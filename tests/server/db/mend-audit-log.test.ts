import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { recordChange, type Change } from '#server/audit/record-change.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'

const FOLDER = new URL('../../../src/server/db/migrations/', import.meta.url)

/** What the migration does to the log, without the columns that are there already. */
async function mendAgain(db: Kysely<Database>): Promise<void> {
  const name = (await readdir(FOLDER)).find((each) => each.startsWith('0024')) ?? ''
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  await sql.raw(text.slice(text.indexOf('alter table audit_log disable'))).execute(db)
}

type Entry = Pick<Change, 'before' | 'after'> & { action: Change['action']; subject?: string }

const WAS: readonly Entry[] = [
  { action: 'order.resent', after: { to: 'ada@example.com', fact: 'order_resent:1:2' } },
  {
    action: 'ticket.holder_changed',
    before: { holder: 'Ada Lovelace', email: 'ada@example.com' },
    after: { holder: 'Grace Hopper', email: 'grace@example.com' },
  },
  {
    action: 'message.sent',
    after: { recipients: 1, audience: { to: 'buyers', filter: { q: 'ada@example.com', eventId: 'e' } } },
  },
  { action: 'message.sent', after: { recipients: 2, audience: { to: 'buyers', filter: {} } } },
]

const IS: readonly Entry[] = [
  { action: 'order.resent', after: { fact: 'order_resent:1:2' } },
  { action: 'ticket.holder_changed', after: { changed: ['holder', 'email'] } },
  {
    action: 'message.sent',
    after: { recipients: 1, audience: { to: 'buyers', filter: { isSearch: true, eventId: 'e' } } },
  },
  { action: 'message.sent', after: { recipients: 2, audience: { to: 'buyers', filter: {} } } },
]

test('entries from before lose what names people or opens something, once, and the log stays closed', async () => {
  const { db, drop } = await createTestDatabase()
  const promoterId = await insertPromoter(db, 'Aurora')
  const actor = { accountId: null, apiKeyId: null }
  for (const { action, subject = '', before, after } of WAS)
    await recordChange(
      db,
      { promoterId, actor, action, subject: { id: 'x', name: subject }, before, after },
      new Date(),
    )
  await mendAgain(db)
  const read = async () =>
    (await sql`select action, subject, before, after from audit_log order by id`.execute(db)).rows
  const mended = IS.map((entry) => ({ subject: '', before: null, after: null, ...entry }))
  expect(await read()).toEqual(mended)
  await mendAgain(db)
  expect(await read(), 'once more').toEqual(mended)
  await expect(sql`update audit_log set action = 'x.y'`.execute(db)).rejects.toThrow('append-only')
  await drop()
})
