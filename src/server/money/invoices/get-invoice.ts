import type { EventDetail } from '#model/catalog/catalog.ts'
import { succeed } from '#model/platform/result.ts'
import { missingSellerDetails } from '#model/sites/seller-details.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findUsualCurrencyAndZone } from '#server/platform/report-totals/report-event-rows.ts'
import { canOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import { listRefunds } from '#server/money/refunds/refund-rows.ts'
import { findInvoice, findSeller, assignInvoiceNumber, type InvoiceRow } from './invoice-rows.ts'
import { writeInvoice, type InvoiceContent } from './write-invoice.ts'

/**
 * Returns the invoice of the order with this link id. Assigns its number on the first request. Otherwise:
 * - undefined: the order doesn't exist on this site or has no invoice
 * - `sign in`: the link has expired, and the caller isn't signed in as someone who may open the order
 * - `no seller`: the seller's name or address is missing
 * - `busy`: too many invoices are being rendered
 */
export async function getInvoice(
  context: Context,
  find: { site: Site; id: string; client: Visitor },
): Promise<{ number: number; pdf: Uint8Array<ArrayBuffer> } | 'busy' | 'sign in' | 'no seller' | undefined> {
  const order = isUuid(find.id) ? await findLinkedOrder(context.reads, find.id) : undefined
  if (!order || !isInSiteScope(siteScopeOf(find.site), order.promoterId)) return undefined
  if (order.linkId !== find.id || !isInvoiced(order)) return undefined
  if (!(await canOpenOrder(context, order, find.client))) return 'sign in'
  const invoice = (await findInvoice(context.reads, order.id)) ?? (await issue(context, order))
  if (!invoice) return 'no seller'
  const pdf = await context.invoicePdfs.draw(
    () => write(context, order, invoice),
    new Date(context.clock.now()),
  )
  return pdf ? { number: invoice.number, pdf } : 'busy'
}

async function write(context: Context, order: OrderViewRow, invoice: InvoiceRow): Promise<InvoiceContent> {
  const [seller, events, refunds] = await Promise.all([
    findSeller(context.db, order.promoterId),
    listEvents(context, order),
    listRefunds(context.db, order.id),
  ])
  const succeeded = refunds.filter((refund) => refund.status === 'succeeded')
  return writeInvoice({ order, invoice, seller, events, refunds: succeeded })
}

const isInvoiced = ({ paidAt, totalCents }: OrderViewRow): boolean => paidAt !== null && totalCents > 0

async function issue(context: Context, order: OrderViewRow): Promise<InvoiceRow | undefined> {
  const missing = missingSellerDetails(await findSeller(context.db, order.promoterId))
  return missing.length === 0 ? number(context, order) : undefined
}

async function number(context: Context, order: OrderViewRow): Promise<InvoiceRow> {
  const { id, promoterId } = order
  const now = new Date(context.clock.now())
  const { timeZone } = await findUsualCurrencyAndZone(context.db, promoterId)
  const numbered = await transact<InvoiceRow, never>(context.db, async (trx) =>
    succeed(await assignInvoiceNumber(trx, { id, promoterId, now, timeZone })),
  )
  if (!numbered.success) throw new Error(`The invoice of order ${id} could not be numbered.`)
  return numbered.data
}

async function listEvents(context: Context, order: OrderViewRow): Promise<EventDetail[]> {
  const eventIds = [...new Set(order.items.map((item) => item.eventId))]
  const scope = { promoterId: order.promoterId }
  const events = await Promise.all(
    eventIds.map((idOrSlug) => findEventRow(context.db, { scope, idOrSlug, includesClosed: true })),
  )
  return events.flatMap((event) => (event ? [toEventDetail(event, [], [])] : []))
}
