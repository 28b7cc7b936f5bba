import { eventFacts, partsToNotify } from '#model/catalog/event-changes.ts'
import { findEventDraft } from '#server/catalog/events/event-draft-rows.ts'
import { eventFieldsOf, lastNotifiedFacts } from '#server/catalog/events/event-draft-view.ts'
import { findChangeNotification } from '#server/catalog/event-changes/change-notification-rows.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import { eventChangedMail } from '#server/messages/email-templates/changed-mail.ts'
import { findEmailableOrder } from './compose-order-mail.ts'
import { toMailOrder } from '#server/messages/email-templates/mail-order.ts'
import { changedPlaceholders } from '#server/messages/email-templates/order-placeholders.ts'

/**
 * Emails the current details, so that emails about two changes both contain the latest. Not sent if nothing differs any
 * more, if the event is cancelled or over, or if no ticket for it is valid.
 */
export async function composeEventChange(
  mailContext: MailContext,
  { orderId, changeId }: { orderId: string; changeId: string },
): Promise<AddressedMail> {
  const { context, origin, siteName } = mailContext
  const row = await findEmailableOrder(mailContext, orderId)
  if (!row || (row.status !== 'paid' && row.status !== 'partially_refunded')) return undefined
  const { promoterId } = row
  const notification = await findChangeNotification(context.db, { promoterId, id: changeId })
  const found = notification && (await findEventDraft(context.db, { promoterId, id: notification.eventId }))
  if (!found || found.status === 'cancelled') return undefined
  const order = await toMailOrder(context, row)
  const { id, slug, status } = found
  const [before, after] = [eventFacts.parse(notification.before), lastNotifiedFacts(found)]
  const isGood = order.tickets.some((ticket) => ticket.eventId === id && ticket.status !== 'void')
  if (!isGood || partsToNotify(before, after, context.clock.now()).length === 0) return undefined
  const event = { id, slug, status, title: eventFieldsOf(found).title }
  const data = { order, event, before, after, origin, now: context.clock.now() }
  return { to: row.email, mail: eventChangedMail(data), placeholders: changedPlaceholders(data, siteName) }
}
