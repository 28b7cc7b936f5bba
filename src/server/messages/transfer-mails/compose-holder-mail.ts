import { urls } from '#contracts/platform/urls.ts'
import { eventFacts, partsToNotify } from '#model/catalog/event-changes.ts'
import { plainNameOrEmpty } from '#model/people/accounts.ts'
import { findCancelledEvent } from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { findChangeNotification } from '#server/catalog/event-changes/change-notification-rows.ts'
import { findEventDraft } from '#server/catalog/events/event-draft-rows.ts'
import { lastNotifiedFacts } from '#server/catalog/events/event-draft-view.ts'
import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'
import { findTransferWithTicket, viewMailCode, type TransferWithTicket } from './compose-transfer-mail.ts'
import {
  holderCancelledMail,
  holderChangedMail,
  holderCodeShownMail,
  type HolderMailData,
} from './holder-mails.ts'

export async function composeTicketCodeShown(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const { context } = mailContext
  const held = await findHeld(mailContext, transferId)
  if (!held || held.standing.status === 'void' || held.mail.event.status === 'cancelled') return undefined
  if (Date.parse(held.mail.event.endsAt) <= context.clock.now()) return undefined
  const { ticket, extras } = await viewMailCode(context, held.standing)
  return ticket && { to: held.mail.email, mail: holderCodeShownMail({ ...held.mail, ticket }), extras }
}

/**
 * Composes the email about a changed event for the recipient of a ticket. Like the email to buyers, it contains the
 * event's current details.
 */
export async function composeTicketEventChanged(
  mailContext: MailContext,
  { transferId, changeId }: { transferId: string; changeId: string },
): Promise<AddressedMail> {
  const { db, clock } = mailContext.context
  const held = await findHeld(mailContext, transferId)
  if (!held || held.standing.status === 'void') return undefined
  const { promoterId, eventId: id } = held.standing
  const [notification, draft] = await Promise.all([
    findChangeNotification(db, { promoterId, id: changeId }),
    findEventDraft(db, { promoterId, id }),
  ])
  if (!notification || !draft || draft.status === 'cancelled') return undefined
  const [before, after] = [eventFacts.parse(notification.before), lastNotifiedFacts(draft)]
  if (partsToNotify(before, after, clock.now()).length === 0) return undefined
  return { to: held.mail.email, mail: holderChangedMail({ ...held.mail, before, after }) }
}

export async function composeTicketEventCancelled(
  mailContext: MailContext,
  { transferId }: { transferId: string },
): Promise<AddressedMail> {
  const { db, clock } = mailContext.context
  const held = await findHeld(mailContext, transferId)
  const event = held && (await findCancelledEvent(db, held.standing))
  if (!held || !event) return undefined
  return {
    to: held.mail.email,
    mail: holderCancelledMail({ ...held.mail, note: event.note, now: clock.now() }),
  }
}

/** Returns the ticket if the transfer's recipient still holds it. */
async function findHeld(
  mailContext: MailContext,
  transferId: string,
): Promise<{ standing: TransferWithTicket['ticketRow']; mail: HolderMailData } | undefined> {
  const found = await findTransferWithTicket(mailContext, transferId)
  if (!found || found.ticketRow.holderId !== transferId || found.transfer.ticketKey === null) return undefined
  const { transfer, ticketRow: standing, event } = found
  return {
    standing,
    mail: {
      event,
      ticketName: standing.ticketName,
      firstName: plainNameOrEmpty(transfer.firstName),
      email: transfer.email,
      url: mailContext.origin + urls.ticket(found.transfer.ticketKey),
      origin: mailContext.origin,
    },
  }
}
