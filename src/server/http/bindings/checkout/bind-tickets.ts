import {
  acceptTicketOffer as acceptTicketOfferContract,
  getHeldTicket as getHeldTicketContract,
  getTicketOffer as getTicketOfferContract,
  offerOrderTicket as offerOrderTicketContract,
  offerTicket as offerTicketContract,
  reclaimOrderTicket as reclaimOrderTicketContract,
  reclaimTicket as reclaimTicketContract,
  renameOrderTicket as renameOrderTicketContract,
  renameTicket as renameTicketContract,
  replaceOrderTicketCode as replaceOrderTicketCodeContract,
  replaceTicketCode as replaceTicketCodeContract,
} from '#contracts/checkout/transfers.ts'
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
  bind(replaceOrderTicketCodeContract, replaceOrderTicketCode)
  bind(offerOrderTicketContract, offerOrderTicket)
  bind(reclaimOrderTicketContract, reclaimOrderTicket)
  bind(renameOrderTicketContract, renameOrderTicket)
  bind(getHeldTicketContract, getHeldTicket)
  bind(replaceTicketCodeContract, replaceTicketCode)
  bind(offerTicketContract, offerTicket)
  bind(reclaimTicketContract, reclaimTicket)
  bind(renameTicketContract, renameTicket)
  bind(getTicketOfferContract, getTicketOffer)
  bind(acceptTicketOfferContract, acceptTicketOffer)
}
