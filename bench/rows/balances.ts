import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { listSettlementSums } from '#server/money/balances/balance-rows.ts'
import { addToBalanceTotals } from '#server/money/balances/add-to-balance-totals.ts'
import { listNotDueRows } from '#server/money/balances/not-due-rows.ts'
import { createSettlements } from '#server/money/settlements/create-settlement.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { insertLedgerOrders } from '#tests/support/ledger-orders.ts'
import { open, type Bench, type PostgresAddress } from '../support/bench.ts'
import { judge, milliseconds, quantile, type Line } from '../support/lines.ts'

const ORDERS = 250_000
const PART = 5000
const EVENTS = 200
const NEW_ORDERS = 50
const TIMES = 40
const TARGET_MS = 150
const DAY_MS = 86_400_000

/** P19: a promoter's balance and settlement with 1,000,000 ledger entries, none of which are due. */
export async function balances(bench: Bench): Promise<Line[]> {
  const address = await bench.createEmptyDatabase('bench_balances')
  const db = open(address)
  try {
    const promoterId = await fill(db, address)
    const now = new Date()
    const times: Record<'balance' | 'events' | 'settlement', number[]> = {
      balance: [],
      events: [],
      settlement: [],
    }
    for (let time = 0; time < TIMES; time += 1) {
      // New sales each time, which aren't folded.
      await insertOrders(db, { promoterId, orders: NEW_ORDERS })
      times.balance.push(await timed(() => listSettlementSums(db, { promoterId, now })))
      times.events.push(await timed(() => listNotDueRows(db, { promoterId, now, limit: 100 })))
      times.settlement.push(await timed(() => settleNothing(db, { promoterId, now })))
    }
    return [
      toLine('balance of a promoter with 1,000,000 entries, p95', times.balance),
      toLine('its amounts that aren’t due by event, p95', times.events),
      toLine('its settlement while nothing is due, p95', times.settlement),
    ]
  } finally {
    await db.destroy()
  }
}

async function fill(db: Kysely<Database>, address: PostgresAddress): Promise<string> {
  const promoterId = await insertPromoter(db, 'Balances')
  for (let n = 1; n <= EVENTS; n += 1) {
    const event = { promoterId, startsAt: new Date(Date.now() + n * DAY_MS) }
    await insertTicketType(db, { ...event, eventId: await insertEvent(db, event) })
  }
  await sql`
    insert into settlement_settings (promoter_id, method, reserve_basis_points, early_share_basis_points, updated_at)
    values (${promoterId}, 'provider', 1000, 0, now())`.execute(db)
  // In parts, within the time limit of statements.
  for (let n = 0; n < ORDERS; n += PART) await insertOrders(db, { promoterId, orders: PART })
  await addToBalanceTotals({ jobs: db })
  await vacuum(address)
  return promoterId
}

/** Without the pool's time limit. */
async function vacuum(address: PostgresAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const insertOrders = (db: Kysely<Database>, of: { promoterId: string; orders: number }): Promise<void> =>
  insertLedgerOrders(db, {
    ...of,
    from: new Date(Date.now() - 90 * DAY_MS),
    to: new Date(),
    percent: { several: 2, refunded: 3, disputed: 0 },
  })

/** Rolled back, like a scheduled settlement with nothing to pay out. */
const settleNothing = (db: Kysely<Database>, { promoterId, now }: { promoterId: string; now: Date }) =>
  transact(db, (trx) =>
    createSettlements(trx, {
      promoterId,
      destination: { method: 'provider', provider: 'sandbox', payeeId: 'bench' },
      requestedBy: null,
      idempotencyKey: null,
      now,
    }),
  )

async function timed(run: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await run()
  return performance.now() - before
}

function toLine(what: string, times: readonly number[]): Line {
  const p95 = quantile(times, 0.95)
  return {
    id: 'P19',
    what,
    peer: '–',
    figure: milliseconds(p95),
    target: `≤ ${TARGET_MS} ms`,
    verdict: judge(p95 <= TARGET_MS),
  }
}
