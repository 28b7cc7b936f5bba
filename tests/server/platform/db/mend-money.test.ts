import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/tables.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const FOLDER = new URL('../../../../src/server/platform/db/migrations/', import.meta.url)

async function migrateAgain(db: Kysely<Database>): Promise<void> {
  const name = (await readdir(FOLDER)).find((each) => each.startsWith('0025')) ?? ''
  await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)
}

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

test('an auto-approval limit gets its displayed currency', async () => {
  const { db } = fixture.context
  const limit = async (name: string, cents: number): Promise<string> => {
    const id = await insertPromoter(db, name)
    await sql`update promoters set payout_auto_limit_cents = ${cents} where id = ${id}`.execute(db)
    return id
  }
  const [none, euro, yen] = [await limit('None', 0), await limit('Euro', 5000), await limit('Yen', 5000)]
  const startsAt = (day: string) => new Date(`2026-12-${day}T20:00:00Z`)
  await insertEvent(db, { promoterId: yen, startsAt: startsAt('04'), currency: 'JPY' })
  await insertEvent(db, { promoterId: yen, startsAt: startsAt('03'), currency: 'USD' })

  await migrateAgain(db)

  const currencyOf = async (id: string) =>
    (
      await db
        .selectFrom('promoters')
        .select('payout_auto_limit_currency as currency')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).currency
  expect(await Promise.all([none, euro, yen].map(currencyOf))).toEqual([null, 'EUR', 'JPY'])
})

test('report hours of manual orders are rebuilt, others unchanged', async () => {
  const { context, promoterId, eventId } = fixture
  const { db } = context
  const type = await insertTicketType(db, { promoterId, eventId })
  const cart = newCartId()
  await fixture.hold(cart, { [type]: 1 })
  const { order } = (await fixture.checkout(cart, 25)).data
  await fixture.pay(order.id, CARDS.good)
  const taken = await fixture.owner.ask('POST', '/api/promoter/orders', {
    body: {
      items: [{ ticketTypeId: type, quantity: 2 }],
      customer: { firstName: 'Grace', lastName: 'Hopper' },
      takenOutside: 'cash',
    },
  })
  expect(taken.status).toBe(201)
  const other = await insertPromoter(db, 'Other')
  const theirs = await insertEvent(db, { promoterId: other, startsAt: new Date('2026-12-03T20:00:00Z') })
  await sql`
    insert into report_hours (promoter_id, event_id, currency, dimension, key, hour, totalled, orders)
    values (${other}, ${theirs}, 'EUR', 'event', '', now(), true, 7)`.execute(db)
  await addPendingReports(context)
  await sql`update report_hours set promoter_cents = promoter_cents - 5000, taxes_cents = 3`.execute(db)

  await migrateAgain(db)
  // Totals are created by a later migration.
  await sql`delete from report_totals`.execute(db)

  const { rows } =
    await sql`select orders, taxes_cents as taxes from report_hours where promoter_id = ${other}`.execute(db)
  expect(rows).toEqual([{ orders: 7, taxes: 3 }])
  expect(await findReportProblems(db, promoterId)).toEqual([])
})
