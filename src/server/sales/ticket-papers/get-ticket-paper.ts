import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Order } from '#model/sales/orders.ts'
import { isInScope, scopeOf, type Site } from '#model/sites/sites.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'
import { mayOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'
import { readLogo } from '#server/sites/branding/read-logo.ts'
import { listLegalLinks } from '#server/sites/legal/list-legal-links.ts'
import type { Visitor } from '#server/use-case.ts'
import { writeTicketPaper } from './write-ticket-paper.ts'

/** Largest width and height of the embedded logo: three times its size on paper. */
const LOGO_PIXELS = { width: 600, height: 132 }

export interface TicketPdf {
  /** Order number for the file's name. */
  number: string
  pdf: ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * Returns the tickets of the order with this link id as a PDF. Otherwise:
 * - undefined: the order doesn't exist here, or its link was replaced
 * - `order page`: the link has expired, or the order has no ticket that admits
 * - `busy`: too many PDFs are waiting
 */
export async function getTicketPaper(
  context: Context,
  find: { site: Site; id: string; client: Visitor },
): Promise<TicketPdf | 'busy' | 'order page' | undefined> {
  const row = isUuid(find.id) ? await findLinkedOrder(context.reads, find.id) : undefined
  if (!row || !isInScope(scopeOf(find.site), row.promoterId) || row.linkId !== find.id) return undefined
  if (!(await mayOpenOrder(context, row, find.client))) return 'order page'
  const order = await toBuyersOrder(context, row)
  const pdf = await drawOrder(context, { order, promoterId: row.promoterId, origin: find.client.origin })
  return typeof pdf === 'object' ? { number: order.number, pdf } : pdf === 'no tickets' ? 'order page' : pdf
}

/** Draws the tickets of an order, without void tickets and those of cancelled events. */
export async function drawOrder(
  context: Context,
  print: { order: Order; promoterId: string; origin: string },
): Promise<TicketPdf['pdf'] | 'busy' | 'no tickets'> {
  const { order, promoterId, origin } = print
  const admitting = order.tickets.filter(({ status }) => status === 'valid' || status === 'used')
  const eventIds = [...new Set(admitting.map(({ eventId }) => eventId))]
  const [events, sender, legal] = await Promise.all([
    listTakingPlace(context, { promoterId, eventIds }),
    findPromoterSender(context.db, promoterId),
    listLegalLinks(context, promoterId),
  ])
  const tickets = admitting.filter(({ eventId }) => events.some(({ id }) => id === eventId))
  if (!sender || tickets.length === 0) return 'no tickets'
  const terms = legal.find(({ kind }) => kind === 'terms')
  const paper = writeTicketPaper({
    order,
    tickets,
    events,
    sender,
    logo: await readLogo(context, { url: sender.logoUrl, ...LOGO_PIXELS }),
    termsUrl: terms ? origin + terms.path : '',
    drawnAt: new Date(context.clock.now()),
  })
  return context.ticketPapers.draw(paper) ?? 'busy'
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
