import type { EventDetail } from '#model/catalog/catalog.ts'
import { formatPrice } from '#model/catalog/format-event.ts'
import type { Order } from '#model/sales/orders.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'
import { canOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'
import { findTicketPage } from '#server/sales/transfers/find-ticket-access.ts'
import { showHeldTicketOf } from '#server/sales/transfers/show-held-ticket.ts'
import { readLogo } from '#server/sites/branding/read-logo.ts'
import { listLegalLinks } from '#server/sites/legal/list-legal-links.ts'
import type { Visitor } from '#server/use-case.ts'
import { writeTicketPdf, type PrintedTickets } from './write-ticket-pdf.ts'

/** Largest width and height of the embedded logo: three times its size on paper. */
const LOGO_PIXELS = { width: 600, height: 132 }

export interface TicketPdf {
  /** Number of the order or code of the ticket, for the file name. */
  number: string
  pdf: ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * Returns the tickets of the order with this link id as a PDF. Otherwise:
 * - undefined: this site doesn't have the order, or its link was replaced
 * - `page`: the link has expired, or the order has no ticket with a printable code
 * - `busy`: too many PDFs are waiting
 */
export async function getTicketPdf(
  context: Context,
  find: { site: Site; id: string; client: Visitor },
): Promise<TicketPdf | 'busy' | 'page' | undefined> {
  const row = isUuid(find.id) ? await findLinkedOrder(context.reads, find.id) : undefined
  if (!row || !isInSiteScope(siteScopeOf(find.site), row.promoterId) || row.linkId !== find.id)
    return undefined
  if (!(await canOpenOrder(context, row, find.client))) return 'page'
  const order = await toBuyersOrder(context, row)
  const pdf = await drawTicketsOfOrder(context, {
    order,
    promoterId: row.promoterId,
    origin: find.client.origin,
  })
  if (pdf === 'no tickets') return 'page'
  return pdf === 'busy' ? pdf : { number: order.number, pdf }
}

/** Returns the ticket of a recipient's page as a PDF. `page`: the page has expired or has no printable code. */
export async function getTicketPdfOfPage(
  context: Context,
  find: { site: Site; ticketKey: string; origin: string },
): Promise<TicketPdf | 'busy' | 'page' | undefined> {
  const found = isUuid(find.ticketKey) ? await findTicketPage(context, find) : undefined
  if (!found?.success) return found?.error.code === 'LINK_INVALID' ? 'page' : undefined
  const { promoterId } = found.data
  const held = await showHeldTicketOf(context, found.data)
  if (!held.success) return undefined
  const { ticket, ticketName: name, orderNumber } = held.data.held
  const tickets = [{ ticket, name, price: '' }]
  const title = `Ticket for ${held.data.held.event.title}`
  const pdf = await draw(context, { title, orderNumber, tickets, promoterId, origin: find.origin })
  if (pdf === 'no tickets') return 'page'
  return pdf === 'busy' ? pdf : { number: ticket.code, pdf }
}

/** Draws the tickets of an order, except void tickets and those of cancelled events. */
export function drawTicketsOfOrder(
  context: Context,
  request: { order: Order; promoterId: string; origin: string },
): Promise<TicketPdf['pdf'] | 'busy' | 'no tickets'> {
  const { order, promoterId, origin } = request
  const items = new Map(order.items.map((item) => [item.ticketTypeId, item]))
  const tickets = order.tickets.map((ticket) => {
    const item = items.get(ticket.ticketTypeId)
    return { ticket, name: item?.name ?? '', price: item ? formatPrice(item.price, order.currency) : '' }
  })
  const title = `Tickets for order ${order.number}`
  return draw(context, { title, orderNumber: order.number, tickets, promoterId, origin })
}

interface Print extends Pick<PrintedTickets, 'title' | 'orderNumber' | 'tickets'> {
  promoterId: string
  origin: string
}

/**
 * Draws tickets. Leaves out tickets without a code: late ones before they appear, and live ones, which can't be
 * printed.
 */
async function draw(
  context: Context,
  { promoterId, origin, ...print }: Print,
): Promise<TicketPdf['pdf'] | 'busy' | 'no tickets'> {
  const admitting = print.tickets.filter(
    ({ ticket: { status, token } }) => token !== '' && (status === 'valid' || status === 'used'),
  )
  const eventIds = [...new Set(admitting.map(({ ticket }) => ticket.eventId))]
  const [events, sender, legal] = await Promise.all([
    listTakingPlace(context, { promoterId, eventIds }),
    findPromoterSender(context.db, promoterId),
    listLegalLinks(context, promoterId),
  ])
  const tickets = admitting.filter(({ ticket }) => events.some(({ id }) => id === ticket.eventId))
  if (!sender || tickets.length === 0) return 'no tickets'
  const terms = legal.find(({ kind }) => kind === 'terms')
  const paper = writeTicketPdf({
    ...print,
    tickets,
    events,
    sender,
    logo: await readLogo(context, { url: sender.logoUrl, ...LOGO_PIXELS }),
    termsUrl: terms ? origin + terms.path : '',
    drawnAt: new Date(context.clock.now()),
  })
  return context.ticketPdfs.draw(paper) ?? 'busy'
}

async function listTakingPlace(
  { db }: Context,
  find: { promoterId: string; eventIds: readonly string[] },
): Promise<EventDetail[]> {
  const scope = { promoterId: find.promoterId }
  const rows = await Promise.all(
    find.eventIds.map((idOrSlug) => findEventRow(db, { scope, idOrSlug, includesClosed: true })),
  )
  return rows.flatMap((row) => (row && row.status !== 'cancelled' ? [toEventDetail(row, [], [])] : []))
}
