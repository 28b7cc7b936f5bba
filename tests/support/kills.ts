import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { insertEvent, insertFees, insertTicketType } from './factories.ts'
import { findContradictions } from './invariants.ts'
import { findDisagreements, findUnsettled } from './schedules/unsettled.ts'
import { CARDS, CUSTOMER } from './shop.ts'

export interface MortalNode {
  origin: () => string
  kill: () => Promise<void>
  /** Starts another node on the same database with a later clock. */
  restart: (aheadMs: number) => Promise<void>
}

const BUYERS = 8
/** Number of requests and delay before the node is killed. */
const MAX_REQUESTS = 60
const MAX_MS = 300
/** Longer than any cart, payment or check interval. */
const AHEAD_MS = 61 * 60_000
const PATIENCE_MS = 60_000
const CARD_OF = [CARDS.good, CARDS.good, CARDS.late, CARDS.declined, CARDS.challenged]

/** Buyers buy until the kill; another node settles. Returns violations as messages. `random` returns 0 to 1. */
export async function killOnce(parts: {
  db: Kysely<Database>
  node: MortalNode
  random: () => number
}): Promise<string[]> {
  const { db, node, random } = parts
  // Demo orders don't exist at the provider.
  const known = new Set(await findDisagreements(db))
  const ticketTypeId = await putOnSale(db, 5 + Math.floor(random() * 20))
  const told = new Set<string>()
  const dies = { before: 1 + Math.floor(random() * MAX_REQUESTS), afterMs: random() * MAX_MS }
  const rush = createRush(node.origin(), dies)
  const buyers = Array.from({ length: BUYERS }, () => buyOn({ rush, ticketTypeId, random, told }))
  await rush.isDoomed
  await node.kill()
  await Promise.all(buyers)
  await node.restart(AHEAD_MS)
  const waits = await waitUntilSettled(db)
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${[...told]}::uuid[]) and paid_at is null`.execute(db)
  return [
    ...waits,
    ...rows.map((row) => `the buyer of ${row.id} was told to have paid and has not`),
    ...(await findContradictions(db)),
    ...(await findDisagreements(db)).filter((each) => !known.has(each)),
  ]
}

async function putOnSale(db: Kysely<Database>, capacity: number): Promise<string> {
  const { id: promoterId } = await db
    .selectFrom('promoters')
    .select('id')
    .where('slug', '=', 'aurora')
    .executeTakeFirstOrThrow()
  // Clocks move ahead repeatedly and must not reach it.
  const startsAt = new Date(Date.now() + 300 * 86_400_000)
  const eventId = await insertEvent(db, { promoterId, startsAt, attendeeNames: 'none' })
  await insertFees(db, { promoterId, eventId })
  return insertTicketType(db, { promoterId, eventId, capacity, priceCents: 2500 })
}

interface Answer {
  success: boolean
  // The callers know the expected shape.
  data: { items: { held: number }[]; order: { id: string }; status: string }
}

interface Rush {
  /** Undefined when the node no longer responds. */
  ask: (endpoint: `${'PUT' | 'POST' | 'DELETE'} /${string}`, body?: unknown) => Promise<Answer | undefined>
  isOver: () => boolean
  /** Resolves when the node is to be killed. */
  isDoomed: Promise<void>
}

function createRush(origin: string, dies: { before: number; afterMs: number }): Rush {
  const { promise: isDoomed, resolve } = Promise.withResolvers<void>()
  let requests = 0
  let isOver = false
  return {
    isDoomed,
    isOver: () => isOver,
    ask: async (endpoint, body) => {
      const [method = '', path = ''] = endpoint.split(' ')
      requests += 1
      if (requests === dies.before) setTimeout(resolve, dies.afterMs)
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      try {
        const response = await fetch(new URL(path, origin), { method, headers, body: JSON.stringify(body) })
        // The API's envelope.
        return (await response.json()) as Answer
      } catch {
        isOver = true
        return undefined
      }
    },
  }
}

interface Buyer {
  rush: Rush
  ticketTypeId: string
  random: () => number
  told: Set<string>
}

/** Buys one cart after another until the node no longer responds. */
async function buyOn(buyer: Buyer): Promise<void> {
  while (!buyer.rush.isOver()) {
    const bought = await placeOrder(buyer)
    if (bought) await payOrLeave(buyer, bought)
    // Sold out: others may release theirs.
    else await pause(5)
  }
}

interface Placed {
  cartId: string
  orderId: string
}

async function placeOrder({ rush, ticketTypeId }: Buyer): Promise<Placed | undefined> {
  const cartId = randomUUID()
  const items = [{ ticketTypeId, quantity: 1 }]
  const cart = await rush.ask(`PUT /api/public/carts/${cartId}`, { items })
  if (!cart?.success || !cart.data.items[0]?.held) return undefined
  const wish = { cartId, customer: CUSTOMER, expectedTotal: 25 }
  const placed = await rush.ask('POST /api/public/checkout', wish)
  return placed?.success ? { cartId, orderId: placed.data.order.id } : undefined
}

async function payOrLeave({ rush, random, told }: Buyer, { cartId, orderId }: Placed): Promise<void> {
  const number = CARD_OF[Math.floor(random() * CARD_OF.length)]
  const paymentMethod = { number, expiry: '12/40', cvc: '123' }
  const paid = await rush.ask('POST /api/payments/confirm', { orderId, paymentMethod })
  if (paid?.success && paid.data.status === 'succeeded') told.add(orderId)
  const mood = random()
  if (mood < 0.2) await rush.ask('POST /api/payments/cancel', { orderId })
  if (mood > 0.8) await rush.ask(`DELETE /api/public/carts/${cartId}`)
}

/** Returns what is still pending after the timeout. */
export async function waitUntilSettled(db: Kysely<Database>): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const waits = await findUnsettled(db)
    if (waits.length === 0 || performance.now() > until) return waits
    await pause(50)
  }
}

export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 4_294_967_296
  }
}
