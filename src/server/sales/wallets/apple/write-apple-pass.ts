import { formatVenue } from '#model/catalog/event-links.ts'
import { formatEventDateRange, formatHours, formatPlace, formatTime } from '#model/catalog/format-event.ts'
import { brandColors } from '#model/sites/colors.ts'
import type { PassContent } from '#server/sales/wallets/find-wallet-ticket.ts'

/** Content of a pass for Apple Wallet. */
export interface ApplePass {
  serial: string
  /** True for a ticket that can't be used any more. Its pass is crossed out and has no code. */
  isVoid: boolean
  title: string
  organiser: string
  siteName: string
  colors: { background: string; foreground: string }
  startsAt: Date
  /** After this time, the pass is shown as expired. */
  expiresAt: Date
  header: PassField | undefined
  secondary: readonly PassField[]
  auxiliary: readonly PassField[]
  back: readonly PassField[]
  token: string
  code: string
}

export interface PassField {
  key: string
  label: string
  value: string
  /** Notification on the lock screen when the value has changed; `%@` is the new value. */
  changeMessage?: string
}

/** Margin after the event's end, because events may end late. */
const EXPIRES_AFTER_MS = 86_400_000

export function writeApplePass(pass: PassContent & { serial: string }): ApplePass {
  const { serial, isVoid, ticket, event, sender, codeNote } = pass
  const { primary, onPrimary } = brandColors(sender)
  const doors = event.doorsAt ? formatTime(event.doorsAt, event.timeZone) : ''
  return {
    serial,
    isVoid,
    title: event.title,
    organiser: event.promoter.name,
    siteName: sender.siteName,
    colors: { background: rgb(primary), foreground: rgb(onPrimary) },
    startsAt: new Date(event.startsAt),
    expiresAt: new Date(Date.parse(event.endsAt) + EXPIRES_AFTER_MS),
    header: doors
      ? { key: 'doors', label: 'DOORS', value: doors, changeMessage: 'Doors now open at %@.' }
      : undefined,
    secondary: [
      {
        key: 'when',
        label: 'WHEN',
        value: `${formatEventDateRange(event)}, ${formatTime(event.startsAt, event.timeZone)}`,
        changeMessage: `${withoutPercent(event.title)} is now on %@.`,
      },
      {
        key: 'place',
        label: 'PLACE',
        value: formatPlace(event.venue),
        changeMessage: `${withoutPercent(event.title)} now takes place at %@.`,
      },
    ],
    auxiliary: filled([
      { key: 'type', label: 'TICKET', value: pass.ticketName },
      { key: 'holder', label: 'NAME', value: isVoid ? '' : ticket.holder.trim() },
    ]),
    back: filled([
      { key: 'hours', label: 'Time', value: `${formatEventDateRange(event)}, ${formatHours(event)}` },
      { key: 'address', label: 'Place', value: formatVenue(event.venue) },
      { key: 'admission', label: 'Admission', value: event.ageNote },
      { key: 'order', label: 'Order', value: pass.orderNumber },
      { key: 'code', label: 'Code', value: isVoid ? '' : ticket.code || codeNote },
      { key: 'organiser', label: 'Organised by', value: event.promoter.name },
    ]),
    token: isVoid ? '' : ticket.token,
    code: isVoid ? '' : ticket.code,
  }
}

const filled = (fields: readonly PassField[]): PassField[] => fields.filter(({ value }) => value !== '')

/** Removes `%` from a value, because a message may have only one placeholder. */
const withoutPercent = (text: string): string => text.replaceAll('%', '')

/** `#4f46e5` → `rgb(79, 70, 229)`. */
const rgb = (color: string): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return `rgb(${parts.join(', ')})`
}
