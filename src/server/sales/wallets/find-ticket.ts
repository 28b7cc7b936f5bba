import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Order, Ticket } from '#model/sales/orders.ts'
import { isInScope, scopeOf, type Site } from '#model/sites/sites.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'
import { findLinkedOrder, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'
import type { PassId } from './pass-serials.ts'

/** Returns a ticket of the order with this link id. Undefined for another promoter's order, and for a link that was replaced. */
export async function findTicket(
  context: Context,
  find: { site: Site; id: string; ticketId: string },
): Promise<{ row: OrderViewRow; pass: PassId } | undefined> {
  const row = isUuid(find.id) ? await findLinkedOrder(context.reads, find.id) : undefined
  if (!row || !isInScope(scopeOf(find.site), row.promoterId) || row.linkId !== find.id) return undefined
  const ticket = row.tickets.find(({ id }) => id === find.ticketId)
  return ticket && { row, pass: { ticketId: ticket.id, generation: ticket.generation } }
}

/** Content that a pass shows. */
export interface PassContent {
  order: Order
  ticket: Ticket
  event: EventDetail
  sender: Sender
  /** True for a ticket that can't be used any more, and for a pass of an earlier generation. */
  isVoid: boolean
}

export async function readPassContent(
  context: Context,
  row: OrderViewRow,
  { ticketId, generation }: PassId,
): Promise<PassContent> {
  const order = await toBuyersOrder(context, row)
  const ticket = order.tickets.find(({ id }) => id === ticketId)
  if (!ticket) throw new Error(`Order ${row.number} has no ticket ${ticketId}.`)
  const scope = { promoterId: row.promoterId }
  const [event, sender] = await Promise.all([
    findEventRow(context.db, { scope, idOrSlug: ticket.eventId, includesClosed: true }),
    findPromoterSender(context.db, row.promoterId),
  ])
  if (!event || !sender) throw new Error(`Ticket ${ticketId} has no event.`)
  const isCurrent = row.tickets.some((each) => each.id === ticketId && each.generation === generation)
  const admits = ticket.status === 'valid' || ticket.status === 'used'
  const isVoid = !isCurrent || !admits || event.status === 'cancelled'
  return { order, ticket, event: toEventDetail(event, [], []), sender, isVoid }
}
