import type { EventFields } from './event-drafts.ts'
import { countEventDays } from '#model/catalog/line-up/line-up.ts'

/** A missing or invalid value. `path`: field to correct; `tickets` stands for the tickets page. */
export interface PublishingGap {
  path: string
  message: string
}

/** Returns what is missing before an event can be published. `endsAt` is in milliseconds. */
export function findPublishingGaps(
  event: EventFields,
  facts: { ticketTypes: number; endsAt: number; now: number },
): PublishingGap[] {
  const gaps: (PublishingGap | false)[] = [
    facts.endsAt <= facts.now && {
      path: 'startsAt',
      message: 'The event is in the past. Choose another day.',
    },
    event.venue.name === '' && { path: 'venue.name', message: 'Enter the venue.' },
    event.venue.city === '' && { path: 'venue.city', message: 'Enter the city.' },
    event.venue.country === '' && { path: 'venue.country', message: 'Choose the country.' },
    facts.ticketTypes === 0 && { path: 'tickets', message: 'Add a ticket type that is on sale.' },
    event.visibility === 'code' &&
      event.accessCode === '' && {
        path: 'accessCode',
        message: 'Choose an access code. Buyers enter it to see the event.',
      },
    event.codeMode === 'live' &&
      event.delivery.length > 0 && {
        path: 'codeMode',
        message: 'Live codes can’t be printed. Stop offering printed tickets, or choose other codes.',
      },
  ]
  return [
    ...gaps.filter((gap) => gap !== false),
    ...event.lineUp.flatMap((each, index) => gapsOfAct(each, { index, days: countEventDays(event) })),
    ...event.questions.flatMap(gapsOfQuestion),
  ]
}

function gapsOfAct(
  { name, day }: EventFields['lineUp'][number],
  { index, days }: { index: number; days: number },
): PublishingGap[] {
  const path = `lineUp.${index}`
  if (name === '') return [{ path: `${path}.name`, message: `Act ${index + 1} has no name yet.` }]
  return day < days
    ? []
    : [{ path: `${path}.day`, message: `“${name}” is on a day after the event. Choose another day.` }]
}

function gapsOfQuestion(
  { label, kind, choices }: EventFields['questions'][number],
  index: number,
): PublishingGap[] {
  const path = `questions.${index}`
  if (label === '') return [{ path: `${path}.label`, message: `Question ${index + 1} is empty.` }]
  const named = choices.filter((choice) => choice !== '')
  return kind === 'choice' && named.length < 2
    ? [{ path: `${path}.choices`, message: `“${label}” needs at least two choices.` }]
    : []
}
