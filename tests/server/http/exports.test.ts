import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '#server/http/api.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { insertPaidOrder, newEmail } from '#tests/support/people.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
  const { promoterId, eventId, clock } = fixture
  const { db } = fixture.context
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: 0 })
  const [email, createdAt] = [newEmail(), new Date(clock.now())]
  await insertPaidOrder(db, { promoterId, eventId, ticketTypeId, email, createdAt })
  await insertPromo(db, { promoterId, code: 'TENOFF', percent: 10 })
})
afterAll(() => fixture.close())

const FILES = [
  '/api/promoter/orders/export.csv',
  '/api/promoter/orders/export.xlsx',
  '/api/promoter/attendees/export.csv',
  '/api/promoter/promo-codes/export.csv',
]
const SECONDS = 1000

/** Starts a download and returns after its first part. */
async function begin(path: string, bearer: string) {
  const headers = { host: fixture.host, authorization: `Bearer ${bearer}` }
  const response = await createApi(fixture.context).fetch(
    new Request(`http://${fixture.host}${path}`, { headers }),
  )
  const reader = response.body?.getReader()
  if (response.status !== 200 || !reader) throw new Error(`${path} is no file.`)
  await reader.read()
  return async (): Promise<void> => {
    while (!(await reader.read()).done);
  }
}

const remove = ({ accountId }: ConsoleMember) =>
  sql`delete from members where promoter_id = ${fixture.promoterId} and account_id = ${accountId}`.execute(
    fixture.context.db,
  )

describe('a download', () => {
  test.each(FILES)('is aborted when its caller is removed: %s', async (path) => {
    const manager = await fixture.join('manager')
    const goOn = await begin(path, manager.bearer)
    await remove(manager)
    fixture.clock.advance(3 * SECONDS)
    await expect(goOn()).rejects.toThrow('has lost access')
  })

  test('is aborted after a removal also when the clock is set back', async () => {
    const manager = await fixture.join('manager')
    const goOn = await begin('/api/promoter/orders/export.csv', manager.bearer)
    await remove(manager)
    fixture.clock.advance(-3600 * SECONDS)
    await expect(goOn()).rejects.toThrow('has lost access')
    fixture.clock.advance(3600 * SECONDS)
  })

  test.each(FILES)('completes when nothing has changed: %s', async (path) => {
    const manager = await fixture.join('manager')
    const goOn = await begin(path, manager.bearer)
    // Longer than the lifetime of an access token.
    fixture.clock.advance(2 * 3600 * SECONDS)
    await expect(goOn()).resolves.toBeUndefined()
  })

  test('is aborted when the session has ended or the key was revoked', async () => {
    const [path = ''] = FILES
    const [owner, manager] = [await fixture.join('owner'), await fixture.join('manager')]
    const ofSession = await begin(path, manager.bearer)
    const made = await owner.ask<{ apiKey: { id: string }; key: string }>('POST', '/api/promoter/api-keys', {
      body: { name: 'Files', scopes: ['orders:read'] },
    })
    const ofKey = await begin(path, made.data.key)
    await sql`update sessions set revoked_at = now() where account_id = ${manager.accountId}`.execute(
      fixture.context.db,
    )
    await owner.ask('DELETE', `/api/promoter/api-keys/${made.data.apiKey.id}`)
    fixture.clock.advance(3 * SECONDS)
    await expect(ofSession()).rejects.toThrow('has lost access')
    await expect(ofKey()).rejects.toThrow('has lost access')
  })
})
