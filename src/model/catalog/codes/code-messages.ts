import { formatMoment, formatTimeZone } from '#model/catalog/format-event.ts'
import type { EventCodes } from './code-modes.ts'

interface Coded {
  codes: EventCodes
  timeZone: string
}

/** Explains to buyers when and how codes appear. '' when codes are shown at once. */
export function codesMessage(event: Coded, now: number): string {
  if (event.codes.mode === 'live')
    return 'Tickets are for phones only: their QR codes change every 20 seconds. Printed tickets and screenshots aren’t valid.'
  const moment = formatCodesAppearAt(event, now)
  return moment && `QR codes of tickets appear on ${moment}.`
}

/** Returns the sentences of a cart's events, each with the event's title when there are several events. */
export const codesMessages = (events: readonly (Coded & { title: string })[], now: number): string[] =>
  events.flatMap((event) => {
    const sentence = codesMessage(event, now)
    if (sentence === '') return []
    return [events.length > 1 ? `${event.title}: ${sentence}` : sentence]
  })

/** Explains to ticket holders why no codes are shown. '' when they are shown. */
export function hiddenCodesMessage(event: Coded, { count, now }: { count: number; now: number }): string {
  const codes = count === 1 ? 'Your QR code' : 'Your QR codes'
  if (event.codes.mode === 'live')
    return `${codes} ${count === 1 ? 'is' : 'are'} live: open your tickets on a phone at the entrance. Printouts and screenshots aren’t valid.`
  const moment = formatCodesAppearAt(event, now)
  return moment && `${codes} ${count === 1 ? 'appears' : 'appear'} on ${moment}. We’ll email you then.`
}

/**
 * Time at which late codes will appear, such as `Fri 4 Dec, 20:00, Berlin time`. '' for other modes, and when the
 * codes have already appeared.
 */
export function formatCodesAppearAt({ codes: { appearAt }, timeZone }: Coded, now: number): string {
  if (appearAt === null || Date.parse(appearAt) <= now) return ''
  return `${formatMoment(appearAt, timeZone, now)}, ${formatTimeZone(timeZone)}`
}
