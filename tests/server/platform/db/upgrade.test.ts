import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/tables.ts'
import {
  reportDeltasCtes,
  REPORT_MEASURES,
  measureColumns,
} from '#server/platform/report-totals/delta-rows.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { goBackTo, migrateTo } from '#tests/support/migrations.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

/** Last migration before totals were added. */
const BEFORE = '0023_developers'

/** Counts a page view like that version. */
const countView = (db: Kysely<Database>, eventId: string) =>
  sql`
    insert into event_visits (promoter_id, event_id, channel, hour, views, holds)
    select promoter_id, id, 'direct', '2026-11-21T12:00:00Z', 1, 0 from events where id = ${eventId}
    on conflict (promoter_id, hour, event_id, channel) do update
    set views = event_visits.views + excluded.views, holds = event_visits.holds + excluded.holds`.execute(db)

/** Folds facts like that version. */
const foldAsBefore = (db: Kysely<Database>) =>
  sql`
    with facts as (delete from report_news returning promoter_id, kind, fact_id, at, sign), ${reportDeltasCtes}
    insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, ${measureColumns})
    select promoter_id, event_id, currency, dimension, key, hour, ${measureColumns} from deltas
    on conflict (promoter_id, dimension, currency, hour, event_id, key) do update
    set ${sql.raw(REPORT_MEASURES.map((name) => `${name} = report_hours.${name} + excluded.${name}`).join(', '))}`.execute(
    db,
  )

const REFUSED = { code: '23502', column: 'totalled' }

describe('a migration while nodes of the previous version run', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Kysely<Database>
  let eventId: string

  beforeEach(async () => {
    database = await createTestDatabase()
    ;({ db } = database)
    await goBackTo(db, BEFORE)
    const promoterId = await insertPromoter(db, 'Aurora')
    eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-01T20:00:00Z') })
  })
  afterEach(() => database.drop())

  test('includes visits counted by them in totals, and refuses later ones', async () => {
    await countView(db, eventId)
    const late = await db.transaction().execute(async (trx) => {
      await countView(trx, eventId)
      const migrating = migrateToLatest(db)
      await whenWaiting(db)
      const counting = countView(db, eventId).catch((error: unknown) => error)
      await whenWaiting(db, 2)
      const { rows } = await sql<{ name: string }>`
        select name from kysely_migration order by name desc limit 1`.execute(db)
      expect(rows, 'nothing of it is seen before all of it is').toEqual([{ name: BEFORE }])
      return { migrating, counting }
    })
    await late.migrating
    expect(await late.counting).toMatchObject(REFUSED)
    const { rows } = await sql`
      select (select sum(views)::int from event_visits) as counted, unit, views from visit_totals order by unit`.execute(
      db,
    )
    expect(rows).toEqual([
      { counted: 2, unit: 'hour', views: 2 },
      { counted: 2, unit: 'month', views: 2 },
    ])
  })

  test('succeeds although a transaction with a locked event waits for its locks @full', async () => {
    const ends = await db.connection().execute(async (holder) => {
      // The migration waits here halfway.
      await sql`select pg_advisory_lock(hashtext('report_hours'))`.execute(holder)
      const migrating = migrateToLatest(db)
      await whenWaiting(db)
      const editing = db.transaction().execute(async (trx) => {
        // So that the other transaction gets the deadlock error.
        await sql`set local deadlock_timeout = '1h'`.execute(trx)
        await sql`update events set title = 'Edited' where id = ${eventId}`.execute(trx)
        await sql`
          insert into audit_log (promoter_id, at, action, subject_id)
          select promoter_id, now(), 'event.updated', id::text from events`.execute(trx)
      })
      await whenWaiting(db, 2)
      await sql`select pg_advisory_unlock(hashtext('report_hours'))`.execute(holder)
      return { migrating, editing }
    })
    await Promise.all([ends.migrating, ends.editing])
    const { rows } = await sql`
      select title, (select max(name) >= '0028' from kysely_migration) as "isNew" from events`.execute(db)
    expect(rows).toEqual([{ title: 'Edited', isNew: true }])
  })

  test('also works when totals existed without the refusal', async () => {
    const mending = '0028_mend_news'
    await migrateTo(db, mending)
    await sql`alter table report_hours drop column totalled`.execute(db)
    await sql`alter table event_visits drop column totalled`.execute(db)
    await sql`delete from kysely_migration where name = ${mending}`.execute(db)
    await migrateToLatest(db)
    await expect(countView(db, eventId)).rejects.toMatchObject(REFUSED)
  })
})

describe('a node of the previous version', () => {
  let fixture: ConsoleFixture
  let typeId: string
  beforeEach(async () => {
    fixture = await openConsoleFixture()
    typeId = await insertTicketType(fixture.context.db, fixture)
  })
  afterEach(() => fixture.close())

  const sell = async (): Promise<void> => {
    const cart = newCartId()
    await fixture.hold(cart, { [typeId]: 1 })
    const { order } = (await fixture.checkout(cart, 25)).data
    await fixture.pay(order.id, CARDS.good)
  }

  test('folds nothing: its facts stay pending for a newer node', async () => {
    const { context, promoterId } = fixture
    const { db } = context
    await sell()
    await expect(foldAsBefore(db)).rejects.toMatchObject(REFUSED)
    await addPendingReports(context)
    await sell()
    await expect(foldAsBefore(db), 'in an hour that is there').rejects.toMatchObject(REFUSED)
    expect(await findReportProblems(db, promoterId)).toEqual([])
    const { rows } = await sql`
      select sum(tickets)::int as sold from report_totals where unit = 'month' and dimension = 'event'`.execute(
      db,
    )
    expect(rows).toEqual([{ sold: 2 }])
  })
})
