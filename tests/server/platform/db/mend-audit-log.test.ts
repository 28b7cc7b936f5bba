import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/tables.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'

const FOLDER = new URL('../../../../src/server/platform/db/migrations/', import.meta.url)

/** Reruns the migration, without the columns that exist already. */
async function mendAgain(db: Kysely<Database>): Promise<void> {
  const name = (await readdir(FOLDER)).find((each) => each.startsWith('0024')) ?? ''
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  await sql.raw(text.slice(text.indexOf('alter table audit_log disable'))).execute(db)
}

type Entry = Pick<AuditChange, 'before' | 'after'> & { action: AuditChange['action']; subject?: string }

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
  { action: 'ticket_type.created', after: { name: 'Crew', accessCode: 'CREW' } },
  { action: 'ticket_type.changed', before: { accessCode: 'CREW' }, after: { accessCode: 'OTHER' } },
  { action: 'ticket_type.deleted', before: { name: 'Crew', accessCode: null } },
  { action: 'ticket_type.changed', before: { price: 1 }, after: { price: 2 } },
  {
    action: 'webhook.created',
    subject: 'https://me:pass@crm.example:8443/hooks/key-1?token=2',
    after: { url: 'https://me:pass@crm.example:8443/hooks/key-1?token=2', isActive: true },
  },
  {
    action: 'webhook.updated',
    subject: 'https://crm.example/key-2',
    before: { url: 'https://crm.example/key-1' },
    after: { url: 'https://crm.example/key-2' },
  },
  {
    action: 'webhook.updated',
    subject: 'https://crm.example/key-2',
    before: { isActive: true },
    after: { isActive: false },
  },
  { action: 'webhook.replayed', subject: 'https://crm.example/key-2', after: { messages: 3 } },
]

const IS: readonly Entry[] = [
  { action: 'order.resent', after: { fact: 'order_resent:1:2' } },
  { action: 'ticket.holder_changed', after: { changed: ['holder', 'email'] } },
  {
    action: 'message.sent',
    after: { recipients: 1, audience: { to: 'buyers', filter: { isSearch: true, eventId: 'e' } } },
  },
  { action: 'message.sent', after: { recipients: 2, audience: { to: 'buyers', filter: {} } } },
  { action: 'ticket_type.created', after: { name: 'Crew', hasAccessCode: true } },
  {
    action: 'ticket_type.changed',
    before: { hasAccessCode: true },
    after: { hasAccessCode: true, accessCodeChanged: true },
  },
  { action: 'ticket_type.deleted', before: { name: 'Crew', hasAccessCode: false } },
  { action: 'ticket_type.changed', before: { price: 1 }, after: { price: 2 } },
  {
    action: 'webhook.created',
    subject: 'crm.example:8443',
    after: { url: 'crm.example:8443', isActive: true },
  },
  {
    action: 'webhook.updated',
    subject: 'crm.example',
    before: { url: 'crm.example' },
    after: { url: 'crm.example', addressChanged: true },
  },
  {
    action: 'webhook.updated',
    subject: 'crm.example',
    before: { isActive: true },
    after: { isActive: false },
  },
  { action: 'webhook.replayed', subject: 'crm.example', after: { messages: 3 } },
]

test('old audit entries lose names and secrets, once, and the log stays append-only', async () => {
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
