import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { canOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkExpiry, findOrderLink } from '#server/sales/orders/order-link-rows.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import { lockTransferTicket, type TransferTicketRow } from './transfer-ticket-rows.ts'
import { findTransferByTicket, type TransferRow } from './transfer-rows.ts'

/** A caller's proof of holding a ticket: the order's link for the buyer, the ticket page's link for a recipient. */
export interface TicketAccess {
  orderId: string
  ticketId: string
  /** Transfer of the recipient. Null for the buyer. */
  transferId: string | null
  /** Id in the order's link that the buyer opened. Null for a recipient. */
  linkId: string | null
}

export async function findOrderTicketAccess(
  context: Context,
  call: { site: Site; client: Visitor; params: { id: string; ticketId: string } },
): Promise<Result<TicketAccess, 'NOT_FOUND' | 'ORDER_LINK_REPLACED' | 'ORDER_SIGN_IN'>> {
  const { site, client, params } = call
  const order = await findOrderLink(context.reads, params.id)
  if (!order || !isInSiteScope(siteScopeOf(site), order.promoterId)) return fail('NOT_FOUND')
  if (order.linkId !== params.id) return fail('ORDER_LINK_REPLACED')
  if (!(await canOpenOrder(context, order, client))) return fail('ORDER_SIGN_IN')
  return succeed({ orderId: order.id, ticketId: params.ticketId, transferId: null, linkId: order.linkId })
}

export async function findTicketPageAccess(
  context: Context,
  call: { site: Site; params: { id: string } },
): Promise<Result<TicketAccess, 'NOT_FOUND' | 'LINK_INVALID'>> {
  const transfer = await findTicketPage(context, { site: call.site, ticketKey: call.params.id })
  if (!transfer.success) return transfer
  const { id, orderId, ticketId } = transfer.data
  return succeed({ orderId, ticketId, transferId: id, linkId: null })
}

/**
 * Finds the transfer of a recipient's page. The page expires together with the order's link, because recipients have no
 * account to sign in to.
 */
export async function findTicketPage(
  context: Context,
  { site, ticketKey }: { site: Site; ticketKey: string },
): Promise<Result<TransferRow, 'NOT_FOUND' | 'LINK_INVALID'>> {
  const transfer = await findTransferByTicket(context.reads, ticketKey)
  if (!transfer || !isInSiteScope(siteScopeOf(site), transfer.promoterId)) return fail('NOT_FOUND')
  const endsAt = await findLinkExpiry(context.reads, transfer.orderId)
  return endsAt && endsAt.getTime() <= context.clock.now() ? fail('LINK_INVALID') : succeed(transfer)
}

/** Locks the order and the ticket. Fails if the caller doesn't hold the ticket. */
export async function lockAccessibleTicket(
  trx: PipelinedTransaction,
  { orderId, ticketId, transferId, linkId }: TicketAccess,
): Promise<Result<TransferTicketRow, 'NOT_FOUND' | 'TICKET_PASSED_ON'>> {
  const order = await lockOrder(trx, orderId)
  const ticket = order && (await lockTransferTicket(trx, { orderId, ticketId }))
  // The order's link may have been replaced since the claim was found.
  if (!ticket || (linkId !== null && ticket.linkId !== linkId)) return fail('NOT_FOUND')
  return ticket.holderId === transferId ? succeed(ticket) : fail('TICKET_PASSED_ON')
}
