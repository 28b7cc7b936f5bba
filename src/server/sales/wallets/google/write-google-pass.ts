import { serialOf, type PassId } from '#server/sales/wallets/pass-serials.ts'
import type { PassContent } from '#server/sales/wallets/find-ticket.ts'
import { brandColors } from '#model/sites/colors.ts'

/** An event and a ticket in the format of Google's API (EventTicketClass, EventTicketObject). */
export interface GooglePass {
  class: { id: string } & Record<string, unknown>
  object: { id: string } & Record<string, unknown>
}

export const googleObjectId = (issuer: string, pass: PassId): string => `${issuer}.${serialOf(pass)}`

export function writeGooglePass(
  issuer: string,
  pass: PassId,
  { order, ticket, event, sender, isVoid }: PassContent,
): GooglePass {
  const classId = `${issuer}.${event.id}`
  const item = order.items.find(({ ticketTypeId }) => ticketTypeId === ticket.ticketTypeId)
  const { venue } = event
  return {
    class: {
      id: classId,
      issuerName: sender.siteName,
      reviewStatus: 'UNDER_REVIEW',
      eventName: localized(event.title),
      venue: {
        name: localized(venue.name),
        address: localized([venue.street, venue.city, venue.country].filter(Boolean).join(', ')),
      },
      dateTime: {
        start: event.startsAt,
        end: event.endsAt,
        ...(event.doorsAt && { doorsOpen: event.doorsAt }),
      },
      hexBackgroundColor: brandColors(sender).primary,
    },
    object: {
      id: googleObjectId(issuer, pass),
      classId,
      state: isVoid ? 'INACTIVE' : 'ACTIVE',
      ticketType: localized(item?.name ?? ''),
      reservationInfo: { confirmationCode: order.number },
      // Null removes the value that an earlier version had.
      ticketHolderName: isVoid ? null : ticket.holder.trim(),
      ticketNumber: isVoid ? null : ticket.code,
      barcode: isVoid ? null : { type: 'QR_CODE', value: ticket.token, alternateText: ticket.code },
    },
  }
}

/** The language only determines which text is shown, and there is only one. */
const localized = (value: string) => ({ defaultValue: { language: 'en', value } })
