import * as transfers from '#contracts/checkout/transfers.ts'
import { acceptTicketOffer } from '#server/sales/transfers/accept-offer.ts'
import { offerOrderTicket, offerTicket } from '#server/sales/transfers/offer-ticket.ts'
import { reclaimOrderTicket, reclaimTicket } from '#server/sales/transfers/reclaim-ticket.ts'
import { renameOrderTicket, renameTicket } from '#server/sales/transfers/rename-holder.ts'
import { replaceOrderTicketCode, replaceTicketCode } from '#server/sales/transfers/replace-code.ts'
import { getHeldTicket } from '#server/sales/transfers/show-held-ticket.ts'
import { getTicketOffer } from '#server/sales/transfers/show-offer.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

/** Binds the calls of ticket holders: pass on, accept, new code, rename. */
export function bindTickets(bind: Bind): void {
  bind(transfers.replaceOrderTicketCode, replaceOrderTicketCode)
  bind(transfers.offerOrderTicket, offerOrderTicket)
  bind(transfers.reclaimOrderTicket, reclaimOrderTicket)
  bind(transfers.renameOrderTicket, renameOrderTicket)
  bind(transfers.getHeldTicket, getHeldTicket)
  bind(transfers.replaceTicketCode, replaceTicketCode)
  bind(transfers.offerTicket, offerTicket)
  bind(transfers.reclaimTicket, reclaimTicket)
  bind(transfers.renameTicket, renameTicket)
  bind(transfers.getTicketOffer, getTicketOffer)
  bind(transfers.acceptTicketOffer, acceptTicketOffer)
}
