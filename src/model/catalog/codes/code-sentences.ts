import { formatMoment, formatTimeZone } from '#model/catalog/format-event.ts'
import type { EventCodes } from './code-modes.ts'

interface Coded {
  codes: EventCodes
  timeZone: string
}

/** For buyers, before they buy. '' where codes are shown at once. */
export function codesSentence(event: Coded, now: number): string {
  if (event.codes.mode === 'live')
    return 'Tickets are for phones only: their QR codes change every 20 seconds. Printed tickets and screenshots aren’t valid.'
  const moment = appearMoment(event, now)
  return moment && `QR codes of tickets appear on ${moment}.`
}

/** The sentences of a cart's events, with the event's title where there are several. */
export const codesSentences = (events: readonly (Coded & { title: string })[], now: number): string[] =>
  events.flatMap((event) => {
    const sentence = codesSentence(event, now)
    if (sentence === '') return []
    return [events.length > 1 ? `${event.title}: ${sentence}` : sentence]
  })

/** For holders. '' when the codes are shown. */
export function holdersCodeNote(event: Coded, { count, now }: { count: number; now: number }): string {
  const codes = count === 1 ? 'Your QR code' : 'Your QR codes'
  if (event.codes.mode === 'live')
    return `${codes} ${count === 1 ? 'is' : 'are'} live: open your tickets on a phone at the entrance. Printouts and screenshots aren’t valid.`
  const moment = appearMoment(event, now)
  return moment && `${codes} ${count === 1 ? 'appears' : 'appear'} on ${moment}. We’ll email you then.`
}

/** `Fri 4 Dec, 20:00, Berlin time`; '' unless late codes have yet to appear. */
export function appearMoment({ codes: { appearAt }, timeZone }: Coded, now: number): string {
  if (appearAt === null || Date.parse(appearAt) <= now) return ''
  return `${formatMoment(appearAt, timeZone, now)}, ${formatTimeZone(timeZone)}`
}
