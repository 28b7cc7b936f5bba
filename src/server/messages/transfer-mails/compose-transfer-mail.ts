import type { EventDetail } from '#model/catalog/catalog.ts'
import { urls } from '#contracts/platform/urls.ts'
import { plainNameOrEmpty } from '#model/people/accounts.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import { findEmailableOrder } from '#server/messages/composing/compose-order-mail.ts'
import type {
  AddressedMail,
  MailContext,
  MailExtras,
} from '#server/messages/composing/compose-account-mail.ts'
import type { Context } from '#server/context.ts'
import type { MailTicket } from '#server/messages/mail-content/mail-content.ts'
import { qrCodeContentId, attachQrCodes } from '#server/messages/ticket-mails/ticket-qr-codes.ts'
import { viewHoldersTickets } from '#server/sales/tickets/holders-tickets.ts'
import { findTransferFacts, type TransferFacts } from '#server/sales/transfers/held-ticket-rows.ts'
import { senderName } from '#server/sales/transfers/show-offer.ts'
import { findTransferTicket, type TransferTicketRow } from '#server/sales/transfers/transfer-ticket-rows.ts'
import { findTransfer, type TransferRow } from '#server/sales/transfers/transfer-rows.ts'
import {
  codeReplacedMail,
  ticketOfferedMail,
  ticketPassedOnMail,
  ticketReceivedMail,
  ticketVoidedMail,
} from './transfer-mails.ts'

export async function composeTicketOffer(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const found = await findTransferWithTicket(mailContext, transferId)
  if (!found || found.transfer.status !== 'offered' || found.transfer.email === '') return undefined
  const { transfer, facts, ticketRow: standing, event } = found
  const url = mailContext.origin + urls.acceptTicket(transfer.offerKey)
  const { ticketName } = standing
  const { email } = transfer
  return { to: email, mail: ticketOfferedMail({ event, sender: senderName(facts), ticketName, email, url }) }
}

export async function composeTicketPassedOn(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const found = await findTransferWithTicket(mailContext, transferId)
  const to = found?.facts.senderEmail ?? ''
  if (!found || to === '' || to === ERASED_PERSON.email) return undefined
  const { transfer, facts, ticketRow: standing, event } = found
  const path = facts.senderTicketKey === null ? urls.order(facts.linkId) : urls.ticket(facts.senderTicketKey)
  const recipient = plainNameOrEmpty(transfer.firstName) || 'The person you sent it to'
  const { ticketName } = standing
  return {
    to,
    mail: ticketPassedOnMail({ event, recipient, ticketName, email: to, url: mailContext.origin + path }),
  }
}

export async function composeTicketReceived(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const found = await findTransferWithTicket(mailContext, transferId)
  if (!found || found.ticketRow.holderId !== transferId || found.ticketRow.status === 'void') return undefined
  const { transfer, facts, event, ticketRow: standing } = found
  if (transfer.ticketKey === null) return undefined
  const { ticket, extras } = await viewMailCode(mailContext.context, standing)
  return {
    to: transfer.email,
    mail: ticketReceivedMail({
      event,
      sender: senderName(facts),
      firstName: plainNameOrEmpty(transfer.firstName),
      ticketName: standing.ticketName,
      ticket,
      email: transfer.email,
      url: mailContext.origin + urls.ticket(transfer.ticketKey),
      origin: mailContext.origin,
      now: mailContext.context.clock.now(),
    }),
    extras,
  }
}

export async function composeTicketVoided(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const found = await findTransferWithTicket(mailContext, transferId)
  if (!found || found.ticketRow.holderId !== transferId) return undefined
  const { transfer, facts, ticketRow: standing, event } = found
  // The cancellation has its own email.
  if (event.status === 'cancelled') return undefined
  const { ticketName } = standing
  return {
    to: transfer.email,
    mail: ticketVoidedMail({
      event,
      firstName: plainNameOrEmpty(transfer.firstName),
      ticketName,
      email: transfer.email,
      sender: senderName(facts),
      url: mailContext.origin + urls.event(event.slug),
    }),
  }
}

/** Composes the email about a ticket's new code. Not sent if the ticket has another holder now. */
export async function composeCodeReplaced(
  mailContext: MailContext,
  { ticketId, orderId, transferId }: { ticketId: string; orderId: string; transferId: string | null },
): Promise<AddressedMail> {
  const { context, origin } = mailContext
  const standing = await findTransferTicket(context.db, ticketId)
  if (!standing || standing.holderId !== transferId || standing.status === 'void') return undefined
  const event = await findEvent(mailContext, standing)
  const holder = await findHolder(mailContext, { orderId, transferId })
  if (!event || !holder) return undefined
  const { email, firstName, path } = holder
  const { ticket, extras } = await viewMailCode(context, standing)
  return {
    to: email,
    mail: codeReplacedMail({
      event,
      firstName: plainNameOrEmpty(firstName),
      ticketName: standing.ticketName,
      ticket,
      email,
      url: origin + path,
      origin,
      now: context.clock.now(),
    }),
    extras,
  }
}

interface MailCode {
  /** Ticket with its code; undefined for a live code, and for a late code that doesn't appear yet. */
  ticket: Omit<MailTicket, 'url'> | undefined
  extras: () => MailExtras
}

/** Returns the ticket with its QR code as an attached image, which the email shows even offline. */
export async function viewMailCode(context: Context, ticketRow: TransferTicketRow): Promise<MailCode> {
  const row = { ...ticketRow, id: ticketRow.ticketId, isReturned: false, passedOnTo: null }
  const tickets = await viewHoldersTickets(context, ticketRow.promoterId, [row])
  const code = tickets[0]?.code ?? ''
  return {
    ticket:
      code === ''
        ? undefined
        : {
            name: ticketRow.ticketName,
            holder: plainNameOrEmpty(ticketRow.holder),
            code,
            cid: qrCodeContentId(row),
          },
    extras: () => ({ attachments: attachQrCodes({ tickets }), structuredData: undefined }),
  }
}

interface Holder {
  email: string
  firstName: string
  path: string
}

async function findHolder(
  mailContext: MailContext,
  { orderId, transferId }: { orderId: string; transferId: string | null },
): Promise<Holder | undefined> {
  if (transferId === null) {
    const order = await findEmailableOrder(mailContext, orderId)
    return order && { email: order.email, firstName: order.firstName, path: urls.order(order.linkId) }
  }
  const transfer = await findTransfer(mailContext.context.db, transferId)
  if (!transfer || transfer.ticketKey === null) return undefined
  const { email, firstName, ticketKey } = transfer
  return { email, firstName, path: urls.ticket(ticketKey) }
}

export interface TransferWithTicket {
  transfer: TransferRow
  facts: TransferFacts
  ticketRow: TransferTicketRow
  event: EventDetail
}

export async function findTransferWithTicket(
  mailContext: MailContext,
  transferId: string,
): Promise<TransferWithTicket | undefined> {
  const { db } = mailContext.context
  const [transfer, facts] = await Promise.all([
    findTransfer(db, transferId),
    findTransferFacts(db, transferId),
  ])
  const standing = transfer && (await findTransferTicket(db, transfer.ticketId))
  const event = standing && (await findEvent(mailContext, standing))
  return transfer && facts && standing && event ? { transfer, facts, ticketRow: standing, event } : undefined
}

async function findEvent(
  { context }: MailContext,
  { promoterId, eventId }: TransferTicketRow,
): Promise<EventDetail | undefined> {
  const row = await findEventRow(context.db, {
    scope: { promoterId },
    idOrSlug: eventId,
    includesClosed: true,
  })
  return row && toEventDetail(row, [], [])
}
