import { call } from '#browser/platform/api.ts'
import { createRetryKey } from '#browser/platform/retry-key.ts'
import {
  offerOrderTicket,
  offerTicket,
  reclaimOrderTicket,
  reclaimTicket,
  renameOrderTicket,
  renameTicket,
  replaceOrderTicketCode,
  replaceTicketCode,
  type TicketActions,
} from '#contracts/checkout/transfers.ts'
import type { Result } from '#model/platform/result.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

/** Identifies a ticket by the link that its holder has: the buyer's order link, or the page of a ticket that was passed on. */
export type TicketAccess = { orderId: string; ticketId: string } | { pageId: string }

type Acted = Promise<Result<{ actions: TicketActions }>>

const orderParams = ({ orderId, ticketId }: Extract<TicketAccess, { orderId: string }>) => ({
  params: { id: orderId, ticketId },
})

const codes = createRetryKey()

export function replaceHeldTicketCode(held: TicketAccess): Acted {
  const options = codes.headersOf(held)
  return onSuccess(
    'pageId' in held
      ? call(replaceTicketCode, { params: { id: held.pageId } }, options)
      : call(replaceOrderTicketCode, orderParams(held), options),
    () => codes.forget(),
  )
}

/** Offers a ticket to someone. `email`: '' for an offer by link. */
export const offerHeldTicket = (held: TicketAccess, email: string): Acted =>
  'pageId' in held
    ? call(offerTicket, { params: { id: held.pageId }, body: { email } })
    : call(offerOrderTicket, { ...orderParams(held), body: { email } })

export const reclaimHeldTicket = (held: TicketAccess): Acted =>
  'pageId' in held
    ? call(reclaimTicket, { params: { id: held.pageId } })
    : call(reclaimOrderTicket, orderParams(held))

export const renameHeldTicket = (held: TicketAccess, body: { firstName: string; lastName: string }): Acted =>
  'pageId' in held
    ? call(renameTicket, { params: { id: held.pageId }, body })
    : call(renameOrderTicket, { ...orderParams(held), body })
