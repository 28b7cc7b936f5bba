import type { EventDetail } from '#model/catalog/catalog.ts'
import { hiddenCodesMessage } from '#model/catalog/codes/code-messages.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'
import { canOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder, findOrderView, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { viewHoldersTickets } from '#server/sales/tickets/holders-tickets.ts'
import { findTicketPage } from '#server/sales/transfers/find-ticket-access.ts'
import { findTransferTicket } from '#server/sales/transfers/transfer-ticket-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import type { PassId } from './pass-serials.ts'

/** A ticket for which a pass was requested. */
export interface WalletTicket {
  row: OrderViewRow
  pass: PassId
}

/**
 * Returns a ticket of the order with this link id. Otherwise:
 * - undefined: it doesn't exist on this site, or the link was replaced
 * - `page`: the link has expired or the ticket was passed on, and the order's page says so
 */
export async function findWalletTicket(
  context: Context,
  find: { site: Site; id: string; ticketId: string; client: Visitor },
): Promise<WalletTicket | 'page' | undefined> {
  const row = isUuid(find.id) ? await findLinkedOrder(context.reads, find.id) : undefined
  if (!row || !isInSiteScope(siteScopeOf(find.site), row.promoterId) || row.linkId !== find.id)
    return undefined
  const ticket = row.tickets.find(({ id }) => id === find.ticketId)
  if (!ticket) return undefined
  if (ticket.passedOnTo !== null || !(await canOpenOrder(context, row, find.client))) return 'page'
  return { row, pass: { ticketId: ticket.id, generation: ticket.generation } }
}

/** Returns the ticket of a recipient's page. `page`: the page has expired, or the ticket was passed on again. */
export async function findWalletTicketOfPage(
  context: Context,
  find: { site: Site; ticketKey: string },
): Promise<WalletTicket | 'page' | undefined> {
  const found = isUuid(find.ticketKey) ? await findTicketPage(context, find) : undefined
  if (!found?.success) return found?.error.code === 'LINK_INVALID' ? 'page' : undefined
  const { id, orderId, ticketId } = found.data
  const [row, standing] = await Promise.all([
    findOrderView(context.reads, orderId),
    findTransferTicket(context.reads, ticketId),
  ])
  if (!row || !standing) return undefined
  return standing.holderId === id ? { row, pass: { ticketId, generation: standing.generation } } : 'page'
}

export interface PassContent {
  ticket: Ticket
  ticketName: string
  orderNumber: string
  event: EventDetail
  sender: Sender
  /** True for a ticket that can't be used any more, and for a pass of an earlier ticket generation. */
  isVoid: boolean
  /** Reason why the pass has no code, or ''. */
  codeNote: string
}

/** Reads the content of a pass. A pass of the ticket's current generation belongs to its current holder. */
export async function readPassContent(
  context: Context,
  row: OrderViewRow,
  { ticketId, generation }: PassId,
): Promise<PassContent> {
  const stored = row.tickets.find(({ id }) => id === ticketId)
  if (!stored) throw new Error(`Order ${row.number} has no ticket ${ticketId}.`)
  const isCurrent = stored.generation === generation
  const [ticket] = await viewHoldersTickets(context, row.promoterId, [
    isCurrent ? { ...stored, passedOnTo: null } : stored,
  ])
  const scope = { promoterId: row.promoterId }
  const [found, sender] = await Promise.all([
    findEventRow(context.db, { scope, idOrSlug: stored.eventId, includesClosed: true }),
    findPromoterSender(context.db, row.promoterId),
  ])
  if (!ticket || !found || !sender) throw new Error(`Ticket ${ticketId} has no event.`)
  const event = toEventDetail(found, [], [])
  const isVoid = !isCurrent || !doesAdmit(ticket) || found.status === 'cancelled'
  return {
    ticket,
    ticketName: nameOf(row, ticket),
    orderNumber: row.number,
    event,
    sender,
    isVoid,
    codeNote: isVoid ? '' : hiddenCodesMessage(event, { count: 1, now: context.clock.now() }),
  }
}

const doesAdmit = ({ status }: Ticket): boolean => status === 'valid' || status === 'used'

const nameOf = ({ items }: OrderViewRow, { ticketTypeId }: Ticket): string =>
  items.find((item) => item.ticketTypeId === ticketTypeId)?.name ?? ''
