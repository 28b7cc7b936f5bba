import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'
import { environmentOf, open, type Bench } from '../support/bench.ts'
import { milliseconds, perSecond, quantile, round } from '../support/lines.ts'
import { runGenerator, startHelper } from '../support/processes.ts'
import { putOnSale } from '../support/stock.ts'
import { readUsage } from '../support/usage.ts'
import type { Barrage, Sent } from '../support/webhooks.ts'

const SECRET = 'a-secret-only-the-bench-knows'
const SECONDS = 10
const CONNECTIONS = 32
const PAID = 200
const LATE = 400
const AT_ONCE = 16
const PATIENCE_MS = 60_000
const TARGET_PER_SECOND = 1000

/** Sends more than 1,000 webhooks per second for ten seconds: acknowledged ones must be stored, and processed in the end. */
export async function soakWebhooks(bench: Bench): Promise<string[]> {
  const address = await bench.createEmptyDatabase('webhooks')
  const db = open(address)
  await insertPromoter(db, 'Aurora')
  const env = { ...environmentOf(address), SANDBOX_WEBHOOK_SECRET: SECRET }
  const foyer = await startHelper('server', 'serve.ts', { env })
  try {
    const ticketTypeId = await putOnSale(db)
    const { origin } = foyer
    const buying = { origin, ticketTypeId }
    const paid = await buyMany({ ...buying, count: PAID, card: CARDS.good })
    const late = await buyMany({ ...buying, count: LATE, card: CARDS.challenged })
    await settleAtProvider(db, late)
    const barrage: Barrage = {
      origin,
      secret: SECRET,
      seconds: SECONDS,
      connections: CONNECTIONS,
      paid: await intentsOf(db, paid),
      late: await intentsOf(db, late),
    }
    const program = fileURLToPath(new URL('../send-webhooks.ts', import.meta.url))
    const before = await readUsage(foyer)
    const sent: Sent = JSON.parse(await runGenerator([process.execPath, program, JSON.stringify(barrage)]))
    const cpuMs = (await readUsage(foyer)).cpuMs - before.cpuMs
    return await judgeBarrage(db, { ...sent, cpuMs }, late)
  } finally {
    await foyer.stop()
    await db.destroy()
  }
}

async function judgeBarrage(
  db: Kysely<Database>,
  sent: Sent & { cpuMs: number },
  late: readonly string[],
): Promise<string[]> {
  const rate = sent.tookMs.length / sent.seconds
  const waiting = await waitUntilProcessed(db)
  const { rows } = await sql<{ stored: number; paid: number }>`
    select (select count(*)::int from payment_events where event_id = any(${sent.eventIds})) as stored,
      (select count(*)::int from orders where id = any(${late}::uuid[]) and status = 'paid') as paid`.execute(
    db,
  )
  const { stored = 0, paid = 0 } = rows[0] ?? {}
  process.stdout.write(
    `${round(sent.tookMs.length)} webhooks in ${sent.seconds.toFixed(1)} s (${perSecond(rate)}), ` +
      `p50 ${milliseconds(quantile(sent.tookMs, 0.5))}, p99 ${milliseconds(quantile(sent.tookMs, 0.99))}, ` +
      `${round(sent.eventIds.length)} events acknowledged and ${round(stored)} stored, ${paid} late payments settled, ` +
      `${sent.failures} failures; ${round((sent.cpuMs * 1000) / sent.tookMs.length)} µs of the node’s CPU each\n`,
  )
  const claims: [holds: boolean, otherwise: string][] = [
    [rate >= TARGET_PER_SECOND, `only ${perSecond(rate)} were accepted`],
    [sent.failures === 0, `${sent.failures} webhooks were not acknowledged`],
    [stored === sent.eventIds.length, `${sent.eventIds.length - stored} acknowledged events are lost`],
    [waiting === 0, `${waiting} events are not processed`],
    [paid === late.length, `${late.length - paid} late payments are not settled`],
  ]
  return [
    ...claims.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])),
    ...(await findContradictions(db)),
  ]
}

/** Places orders of one ticket each, paid with this card. */
async function buyMany(many: {
  origin: string
  ticketTypeId: string
  count: number
  card: string
}): Promise<string[]> {
  const { origin, ticketTypeId, count, card } = many
  const post = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await fetch(new URL(path, origin), { method, headers, body: JSON.stringify(body) })
    const { success, data, error } = await response.json()
    if (!success) throw new Error(`${path} answered ${error.code}.`)
    return data
  }
  const orderIds: string[] = []
  const worker = async (): Promise<void> => {
    for (let own = 0; own < count / AT_ONCE; own += 1) {
      const cartId = randomUUID()
      await post('PUT', `/api/public/carts/${cartId}`, { items: [{ ticketTypeId, quantity: 1 }] })
      const checkout = { cartId, customer: CUSTOMER, expectedTotal: 25 }
      const orderId: string = (await post('POST', '/api/public/checkout', checkout)).order.id
      const paymentMethod = { number: card, expiry: '12/40', cvc: '123' }
      await post('POST', '/api/payments/confirm', { orderId, paymentMethod })
      orderIds.push(orderId)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return orderIds
}

/** Marks payments as succeeded at the provider only; a webhook reports them later. */
async function settleAtProvider(db: Kysely<Database>, orderIds: readonly string[]): Promise<void> {
  await sql`
    update sandbox.intents set status = 'succeeded', fee_cents = 63 where metadata ->> 'orderId' = any(${orderIds})`.execute(
    db,
  )
}

async function intentsOf(db: Kysely<Database>, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    select intent_id from payments where order_id = any(${orderIds}::uuid[])`.execute(db)
  return rows.map((row) => row.intent_id)
}

/** Number of unprocessed events after the timeout. */
async function waitUntilProcessed(db: Kysely<Database>): Promise<number> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from payment_events where processed_at is null`.execute(db)
    const waiting = rows[0]?.waiting ?? 0
    if (waiting === 0 || performance.now() > until) return waiting
    await pause(200)
  }
}
