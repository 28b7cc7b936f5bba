import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Order } from '#model/sales/orders.ts'
import { HOST, type World } from '../schedules/world.ts'
import { insertSession } from '../accounts.ts'
import type { Answer, Asking } from '../ask.ts'
import { insertEvent, insertTicketType } from '../factories.ts'
import { CARDS, CUSTOMER } from '../shop.ts'
import { TICKETS } from './command.ts'

const PRICE = 10
const WEEK_MS = 7 * 86_400_000

/** An order of a schedule, with everybody who has or had one of its tickets. */
export interface TicketNight {
  world: World
  eventId: string
  /** Never changes; the id in the order's link does. */
  orderId: string
  ticketIds: readonly string[]
  bearer: string
  deviceId: string
  scans: number
  /** All contents of QR codes that were shown, by ticket. */
  seen: Map<string, Set<string>>
  problems: string[]
}

export async function openTicketNight(world: World): Promise<TicketNight> {
  const { db, promoterId, clock, outside, ownerId } = world
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(clock.now() + WEEK_MS) })
  await sql`update events set return_days = 1 where id = ${eventId}`.execute(db)
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: PRICE * 100 })
  const { ask } = world.process
  const cartId = randomUUID()
  await ask('PUT', `/api/public/carts/${cartId}`, { body: { items: [{ ticketTypeId, quantity: TICKETS }] } })
  const wish = { cartId, customer: CUSTOMER, expectedTotal: 0 }
  const quoted = await ask('POST', '/api/public/checkout', { key: randomUUID(), body: wish })
  // PRICE_CHANGED always contains the quote.
  const { quote } = quoted.error.details as { quote: { total: number } }
  const placed = await ask<{ order: Order }>('POST', '/api/public/checkout', {
    key: randomUUID(),
    body: { ...wish, expectedTotal: quote.total },
  })
  const { id: orderId } = placed.data.order
  const paymentMethod = { number: CARDS.good, expiry: '12/40', cvc: '123' }
  await ask('POST', '/api/payments/confirm', { body: { orderId, paymentMethod } })
  const order = await ask<{ order: Order }>('GET', `/api/public/orders/${orderId}`)
  const bearer = await insertSession(outside, ownerId, HOST)
  return {
    world,
    eventId,
    orderId,
    ticketIds: order.data.order.tickets.map(({ id }) => id),
    bearer,
    deviceId: randomUUID(),
    scans: 0,
    seen: new Map(),
    problems: [],
  }
}

/** Calls the running process. Undefined when it died; server errors are violations. */
export async function askNight<Data>(
  night: TicketNight,
  endpoint: `${'GET' | 'PUT' | 'POST' | 'DELETE'} /${string}`,
  request: Asking = {},
): Promise<Answer<Data> | undefined> {
  const { process } = night.world
  const [method = '', path = ''] = endpoint.split(' ')
  const answer = await process.ask<Data>(method, path, request)
  if (process.life.isOver) return undefined
  if (answer.status >= 500) night.problems.push(`${endpoint} answered ${answer.status} ${answer.error.code}`)
  return answer
}

/** Reads between two steps, while the process lives. */
export const readNight = <Data>(
  { world }: TicketNight,
  path: string,
  bearer?: string,
): Promise<Answer<Data>> => world.process.ask<Data>('GET', path, bearer === undefined ? {} : { bearer })

export interface Links {
  /** Current link of the order, and its version. */
  linkId: string
  version: number
  /** Pages of recipients, oldest first, with their tickets. */
  pages: { ticketKey: string; ticketId: string }[]
  /** Links of offers, newest first. */
  offers: string[]
}

export async function readLinks({ world, orderId }: TicketNight): Promise<Links> {
  const { rows } = await sql<{ ticketKey: string | null; ticketId: string; offerKey: string }>`
    select ticket_key as "ticketKey", ticket_id as "ticketId", offer_key as "offerKey" from ticket_transfers
    where order_id = ${orderId} order by coalesce(decided_at, created_at), id`.execute(world.db)
  const { rows: orders } = await sql<{ linkId: string; version: number }>`
    select coalesce(link_id, id) as "linkId", version from orders where id = ${orderId}`.execute(world.db)
  return {
    linkId: orders[0]?.linkId ?? orderId,
    version: orders[0]?.version ?? 0,
    pages: rows.flatMap(({ ticketKey, ticketId }) => (ticketKey === null ? [] : [{ ticketKey, ticketId }])),
    offers: rows.map(({ offerKey }) => offerKey).toReversed(),
  }
}
