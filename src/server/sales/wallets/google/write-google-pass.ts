import { LIVE_DIGITS, LIVE_STEP_MS } from '#model/sales/door/live-codes.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { passSerialOf, type PassId } from '#server/sales/wallets/pass-serials.ts'
import type { PassContent } from '#server/sales/wallets/find-wallet-ticket.ts'
import { brandColors } from '#model/sites/colors.ts'

/** An event and a ticket in the format of Google's API (EventTicketClass, EventTicketObject). */
export interface GooglePass {
  class: { id: string } & Record<string, unknown>
  object: { id: string } & Record<string, unknown>
}

export const googleObjectId = (issuer: string, pass: PassId): string => `${issuer}.${passSerialOf(pass)}`

export function writeGooglePass(
  issuer: string,
  pass: PassId,
  { ticket, ticketName, orderNumber, event, sender, isVoid, codeNote }: PassContent,
): GooglePass {
  const classId = `${issuer}.${event.id}`
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
      ticketType: localized(ticketName),
      reservationInfo: { confirmationCode: orderNumber },
      // Null removes the value that an earlier version had.
      ticketHolderName: isVoid ? null : ticket.holder.trim(),
      ...codeFields(ticket, isVoid),
      textModulesData: codeNote === '' ? [] : [{ id: 'code', header: 'Code', body: codeNote }],
    },
  }
}

function codeFields({ code, token, live }: Ticket, isVoid: boolean) {
  if (isVoid) return { ticketNumber: null, barcode: null, rotatingBarcode: null }
  return {
    ticketNumber: code || null,
    barcode: token === '' ? null : { type: 'QR_CODE', value: token, alternateText: code },
    rotatingBarcode: live ? rotatingCode(live) : null,
  }
}

/** The phone computes the digits itself, even offline. The secret is sent through Google's API, never in a link. */
const rotatingCode = ({ prefix, secret }: NonNullable<Ticket['live']>) => ({
  type: 'QR_CODE',
  valuePattern: `${prefix}{totp_value_0}`,
  totpDetails: {
    periodMillis: String(LIVE_STEP_MS),
    algorithm: 'TOTP_SHA1',
    parameters: [{ key: secret, valueLength: LIVE_DIGITS }],
  },
})

/** Wraps a text in Google's format for translated strings. There are no translations, so the language has no effect. */
const localized = (value: string) => ({ defaultValue: { language: 'en', value } })
