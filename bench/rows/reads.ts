import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { getOrder } from '#server/money/purchase/get-order.ts'
import { listTickets } from '#server/catalog/listings/list-tickets.ts'
import type { Context } from '#server/context.ts'
import { createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from '#tests/support/log.ts'
import { environmentOf, type Bench } from '../support/bench.ts'
import { openContext } from '../support/context.ts'
import { EVENT_SLUG } from '../support/event-page.ts'
import { judge, perSecond, type Line } from '../support/lines.ts'
import { measureSideBySide } from '../support/load.ts'
import { startHelper } from '../support/processes.ts'
import type { Peer } from '../peer.ts'

type Statements = (Peer & { kind: 'statements' })['statements']

/** P14: compares frequent API reads with node:http that only runs the same queries. */
export async function reads(bench: Bench): Promise<Line[]> {
  const order = await findPaidOrder(bench)
  const event = await findEvent(bench)
  return [
    await readLine(bench, {
      what: 'GET an order',
      path: `/api/public/orders/${order}`,
      useCase: (context, site) =>
        getOrder(context, {
          site,
          params: { id: order },
          client: { origin: 'http://localhost', cookies: {} },
        }),
    }),
    await readLine(bench, {
      what: 'GET the tickets of an event',
      path: `/api/public/events/${event}/tickets`,
      useCase: (context, site) =>
        listTickets(context, { site, params: { id: event }, query: {}, idempotencyKey: undefined }),
    }),
  ]
}

interface Read {
  what: string
  path: string
  useCase: (context: Context, site: ReturnType<Context['sites']['resolve']>) => Promise<{ success: boolean }>
}

async function readLine(bench: Bench, read: Read): Promise<Line> {
  const statements = await statementsOf(bench, read)
  const peer: Peer = { kind: 'statements', connection: bench.address, statements }
  const raw = await startHelper('server', 'peer.ts', { env: { PEER: JSON.stringify(peer) } })
  try {
    const { path } = read
    const { ours, peers, ratio } = await measureSideBySide(
      { origin: bench.foyer.origin, path },
      { origin: raw.origin, path },
    )
    if (ours.failures + peers.failures > 0)
      throw new Error(`${ours.failures + peers.failures} requests failed.`)
    return {
      id: 'P14',
      what: read.what,
      peer: `node:http, same ${statements.length} queries: ${perSecond(peers.perSecond)}`,
      figure: perSecond(ours.perSecond),
      ratio,
      target: '≥ 0.5',
      verdict: judge(ratio >= 0.5),
    }
  } finally {
    await raw.stop()
  }
}

/** Returns the statements that the use case sends on every call, without those that only the first call sends. */
async function statementsOf(bench: Bench, read: Read): Promise<Statements> {
  const { context, close } = await openContext(environmentOf(bench.address))
  const sent: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: createPool(bench.address, silentLog()) })
  const db = new Kysely<Database>({ dialect, log: (event) => void sent.push(event.query) })
  try {
    const asking = { ...context, db, reads: db }
    for (const isAgain of [false, true]) {
      if (isAgain) sent.length = 0
      const { success } = await read.useCase(asking, context.sites.resolve('localhost'))
      if (!success) throw new Error(`${read.what} was refused.`)
    }
    return sent.map(({ sql, parameters }) => ({ text: sql, values: [...parameters] }))
  } finally {
    await db.destroy()
    await close()
  }
}

async function findPaidOrder(bench: Bench): Promise<string> {
  const { order_id: id } = await bench.db
    .selectFrom('tickets')
    .select('order_id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

async function findEvent(bench: Bench): Promise<string> {
  const { id } = await bench.db
    .selectFrom('events')
    .select('id')
    .where('slug', '=', EVENT_SLUG)
    .executeTakeFirstOrThrow()
  return id
}
