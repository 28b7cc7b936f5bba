import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { readDoorSnapshot } from '#tests/support/door.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { openShop } from '#tests/support/shop.ts'

it('a snapshot whose version is that of changed rules has the changed kind of code', async () => {
  const shop = await openShop()
  const { eventId, promoterId } = shop
  const { db } = shop.context
  const manager = (await openMember(shop.context, promoterId, 'manager')).bearer
  const reading = await db.transaction().execute(async (trx) => {
    // Stops the snapshot after its access check, before it reads the version.
    await sql`lock table scans`.execute(trx)
    const answer = readDoorSnapshot(shop, manager)
    await whenWaiting(db)
    await sql`update events set code_mode = 'live' where id = ${eventId}`.execute(trx)
    return { answer }
  })
  const { data: during } = await reading.answer
  const { data: after } = await readDoorSnapshot(shop, manager)
  expect([during.rulesVersion, during.codes]).toEqual([after.rulesVersion, after.codes])
  expect(during.codes?.mode).toBe('live')
  await shop.close()
})
