import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'playwright/test'
import type { Database } from '#server/platform/db/tables.ts'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { createHome } from '#tests/support/owners.ts'
import { fullUnless } from '#tests/support/sample.ts'
import { openDemo, urlOf } from './support/foyer.ts'
import { startAsOperator } from './support/started.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

const VISITORS = 40

interface Visitor {
  /** Resolves after the complete response. */
  ask: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; connection: string; body: string }>
  leave: () => void
}

function createVisitor(port: number): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
          const { statusCode: status = 0, headers: answered } = response
          text(response).then(
            (said) => resolve({ status, connection: answered.connection ?? '', body: said }),
            reject,
          )
        })
          .once('error', reject)
          .end(body === undefined ? undefined : JSON.stringify(body))
      }),
    leave: () => agent.destroy(),
  }
}

const findTicketType = async (db: Kysely<Database>): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select t.id from ticket_types t join inventory i on i.ticket_type_id = t.id join events e on e.id = t.event_id
    where t.active and e.status = 'published' and e.starts_at > now() + interval '1 day' and i.capacity - i.sold - i.held > ${VISITORS}
      and (t.sale_starts_at is null or t.sale_starts_at < now()) and (t.sale_ends_at is null or t.sale_ends_at > now())
    order by t.id limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

const countLockWaits = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

for (const workers of ['1', '2']) {
  test(`asked to stop with ${workers} at work, it answers everybody who has asked, keeps every hold and ends with code 0${fullUnless(workers === '1')}`, async () => {
    const { address, db, drop } = await openDemo()
    const foyer = await startAsOperator({
      DATABASE_URL: urlOf(address),
      FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      WORKERS: workers,
    })
    const ticketTypeId = await findTicketType(db)
    const visitors = Array.from({ length: VISITORS }, () => createVisitor(foyer.port))
    for (const visitor of visitors) expect((await visitor.ask('GET', '/readyz')).status).toBe(200)
    const carts = visitors.map(() => randomUUID())
    const answers = await db.transaction().execute(async (trx) => {
      // The lock delays all holds, so that their requests are in progress when the signal arrives.
      await sql`select from inventory where ticket_type_id = ${ticketTypeId} for update`.execute(trx)
      const asked = visitors.map((visitor, index) =>
        visitor.ask('PUT', `/api/public/carts/${carts[index]}`, { items: [{ ticketTypeId, quantity: 1 }] }),
      )
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0)
      const late = connect(foyer.port, '127.0.0.1')
      late.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n')
      foyer.child.kill('SIGTERM')
      await expect.poll(() => isRefused(foyer.port), { intervals: [20] }).toBe(true)
      // A request that started before the signal and is completed after it.
      late.end('\r\n')
      expect(await text(late)).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*stopping/i)
      return asked
    })
    const all = await Promise.all(answers)
    expect(all.filter((answer) => answer.status !== 200)).toEqual([])
    expect(new Set(all.map((answer) => answer.connection))).toEqual(new Set(['close']))
    expect(await foyer.ended).toBe(0)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from holds where cart_id = any(${carts})`.execute(db)
    expect(rows).toEqual([{ count: VISITORS }])
    expect(await findContradictions(db)).toEqual([])
    for (const visitor of visitors) visitor.leave()
    await drop()
  })
}

test('asked to stop while it starts, it stops its PostgreSQL and ends with code 0', async () => {
  const home = createHome()
  const start = join(import.meta.dirname, '../scripts/start.ts')
  const child = spawn('node', [start], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DEMO: 'off', ...home.environment },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => home.postmaster(), { intervals: [10], timeout: 60_000 }).toBeDefined()
  const postmaster = home.postmaster() ?? 0
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(isAlive(postmaster)).toBe(false)
  expect(home.postmaster()).toBeUndefined()
  home.remove()
})

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
