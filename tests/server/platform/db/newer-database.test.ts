import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { DatabaseNewer, migrateToLatest } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { whenWaiting } from '#tests/support/locks.ts'

test('a database that a newer version has migrated is refused, also while that version migrates', async () => {
  const { db, drop } = await createTestDatabase()
  const isMigrating = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const newer = db.transaction().execute(async (trx) => {
    // The migrator reads this table first.
    await sql`lock table kysely_migration_lock in access exclusive mode`.execute(trx)
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2027-01-01T00:00:00Z')`.execute(
      trx,
    )
    isMigrating.resolve()
    await goesOn.promise
  })
  await isMigrating.promise
  const older = migrateToLatest(db).catch((error: unknown) => error)
  await whenWaiting(db, 1)
  goesOn.resolve()
  await newer
  for (const refused of [await older, await migrateToLatest(db).catch((error: unknown) => error)]) {
    expect(refused).toBeInstanceOf(DatabaseNewer)
    expect(String(refused)).toContain(`newer Foyer (9999_later) than this one, ${APP_VERSION}.`)
  }
  await drop()
})
