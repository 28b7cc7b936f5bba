import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { whenWaiting } from '#tests/support/locks.ts'

let fixture: ConsoleFixture
let member: ConsoleMember
beforeEach(async () => {
  fixture = await openConsoleFixture()
  member = await fixture.join('sales')
})
afterEach(() => fixture.close())

/** Sends a request while a deletion isn't committed yet. The request then waits for it. */
async function during(
  deletion: RawBuilder<unknown>,
  send: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const { db } = fixture.context
  const trx = await db.startTransaction().execute()
  await deletion.execute(trx)
  const sent = send()
  await whenWaiting(db).finally(() => trx.commit().execute())
  return sent
}

const removal = () => sql`delete from members where account_id = ${member.accountId}`

it('a profile that is saved while its member is removed needs a new sign-in', async () => {
  const save = () =>
    member.ask('PUT', '/api/staff/profile', { body: { displayName: 'A', phone: '', bio: '' } })
  expect((await during(removal(), save)).error.code).toBe('UNAUTHENTICATED')
  expect((await save()).error.code).toBe('FORBIDDEN')
})

it('an assignment isn’t created for a member who is removed at the same time', async () => {
  const assign = () =>
    fixture.owner.ask('POST', '/api/promoter/assignments', {
      body: {
        accountId: member.accountId,
        eventId: fixture.eventId,
        role: 'sales',
        localStart: '2026-12-01T18:00',
        localEnd: '2026-12-01T22:00',
        note: '',
      },
    })
  expect((await during(removal(), assign)).error.code).toBe('NOT_FOUND')
})
