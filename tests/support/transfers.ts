import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { HeldTicketView, TicketActions } from '#contracts/checkout/transfers.ts'
import type { Order, Ticket } from '#model/sales/orders.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { findTicket, type ScannedCode } from '#model/sales/door/find-ticket.ts'
import { parseToken } from '#model/sales/door/tokens.ts'
import type { Answer } from './ask.ts'
import { openConsoleFixture, type ConsoleFixture } from './console.ts'
import { openDevice } from './door.ts'
import { insertTicketType } from './factories.ts'
import { findContradictions } from './invariants.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import { openTestPost } from './post.ts'
import { CARDS, newCartId } from './shop.ts'

type Acted = Promise<Answer<{ actions: TicketActions }>>

/** Buys tickets of a type that costs 10. */
export async function buyTickets(
  fixture: ConsoleFixture,
  { ticketTypeId, quantity, ...more }: { ticketTypeId: string; quantity: number; attendees?: unknown[] },
): Promise<Order> {
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: quantity })
  const placed = await fixture.checkout(cartId, 10 * quantity, more)
  await fixture.pay(placed.data.order.id, CARDS.good)
  return readOrder(fixture, placed.data.order.id)
}

export const readOrder = async (fixture: ConsoleFixture, id: string): Promise<Order> =>
  (await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order

/** Path of a ticket for its holder: of an order, or of a recipient's page. */
export const pathOf = (order: Pick<Order, 'id'>, { id }: Pick<Ticket, 'id'>): string =>
  `/api/public/orders/${order.id}/tickets/${id}`
export const pageOf = (held: Pick<HeldTicketView, 'id'>): string => `/api/public/tickets/${held.id}`

export const replaceCode = (fixture: ConsoleFixture, path: string, key: string = randomUUID()): Acted =>
  fixture.ask('POST', `${path}/codes`, { key })

export const offer = (fixture: ConsoleFixture, path: string, email = ''): Acted =>
  fixture.ask('POST', `${path}/offers`, { body: { email } })

export const reclaim = (fixture: ConsoleFixture, path: string): Acted =>
  fixture.ask('DELETE', `${path}/offers`)

export const SAM = { firstName: 'Sam', lastName: 'Okafor', email: 'sam@example.com' }

export const accept = (
  fixture: ConsoleFixture,
  linkId: string,
  { key = randomUUID() as string, ...more }: Partial<typeof SAM> & { key?: string; answers?: unknown } = {},
): Promise<Answer<{ held: HeldTicketView }>> =>
  fixture.ask('POST', `/api/public/ticket-offers/${linkId}/accept`, { key, body: { ...SAM, ...more } })

/** Offers a ticket by link, and accepts it. */
export async function passOn(
  fixture: ConsoleFixture,
  path: string,
  to: Partial<typeof SAM> = {},
): Promise<HeldTicketView> {
  const offered = await offer(fixture, path)
  const accepted = await accept(fixture, offered.data.actions.offer?.linkId ?? '', to)
  if (!accepted.success) throw new Error(accepted.error.code)
  return accepted.data.held
}

const STATES = ['valid', 'void', 'refunded'] as const

/** What an online device says about a code after its next sync: 'known' when it admits. */
export async function scanAfterSync(fixture: ConsoleFixture, token: string): Promise<string> {
  const { data } = await openDevice(fixture, fixture.owner.bearer).sync()
  const tickets = new Map(
    data.tickets.map(([id, code, ticketTypeId, generation, state]) => [
      id,
      { id, code, ticketTypeId, generation, state: STATES[state] ?? 'void', eventId: fixture.eventId },
    ]),
  )
  const parsed = parseToken(token)
  const read: ScannedCode = parsed ? { kind: 'token', token: parsed } : { kind: 'unreadable' }
  const found = findTicket(
    {
      eventId: fixture.eventId,
      needsLiveCodes: false,
      completeUntilMs: data.completeUntilMs,
      find: (id) => tickets.get(id),
      findByCode: () => undefined,
      typeOf: (prefix) =>
        [...tickets.values()]
          .filter(({ ticketTypeId }) => ticketTypeId.startsWith(prefix))
          .map(({ ticketTypeId: id }) => ({ id }))[0],
    },
    read,
  )
  return found.kind === 'refused' ? found.verdict.code : found.kind
}

export interface TransferStage {
  fixture: ConsoleFixture
  server: MailServer
  post: MailDispatcher
  ticketTypeId: string
  /** Of two tickets, whose emails were delivered. */
  order: Order
  /** Fails on contradictions in the database. */
  close: () => Promise<void>
}

export async function openTransferStage(): Promise<TransferStage> {
  const fixture = await openConsoleFixture()
  const server = await openMailServer()
  const post = openTestPost(fixture.context, server.url)
  const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 1000 })
  const order = await buyTickets(fixture, { ticketTypeId, quantity: 2 })
  await post.deliver()
  server.arrived.length = 0
  const close = async (): Promise<void> => {
    // Test sessions have no refresh tokens.
    const wrong = await findContradictions(fixture.context.db)
    expect(wrong.filter((each) => !each.startsWith('session'))).toEqual([])
    await post.close()
    await server.close()
    await fixture.close()
  }
  return { fixture, server, post, ticketTypeId, order, close }
}
