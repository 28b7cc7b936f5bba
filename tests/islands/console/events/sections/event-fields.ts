import type { EventFields } from '#model/catalog/event-drafts.ts'
import { eventDraft } from '#stores/console/events/event.ts'

/** Fields of a new draft. */
export const EVENT_FIELDS: EventFields = {
  title: 'Late Show',
  summary: '',
  description: '',
  startsAt: '2026-12-24T20:00',
  endsAt: '2026-12-24T23:00',
  doorsAt: null,
  timeZone: 'Europe/Berlin',
  venue: { name: '', street: '', city: '', country: '' },
  currency: 'EUR',
  ageNote: '',
  attendeeNames: 'none',
  questions: [],
  feesPaidBy: 'buyer',
  returns: null,
  holdsNeedAccount: false,
  ticketTransfers: true,
  transferCutoffHours: 0,
  codeMode: 'open',
  codeRevealHours: 24,
  delivery: [],
  visibility: 'public',
  accessCode: '',
  cover: { sources: [], focusX: 50, focusY: 50 },
  poster: null,
  gallery: [],
  videoUrl: '',
  lineUp: [],
  category: null,
  tags: [],
}

export const showFields = (fields: EventFields): void =>
  eventDraft.$draft.set({
    base: { version: 1, content: fields },
    content: fields,
    savedAs: fields,
    unanswered: [],
    theirs: undefined,
  })
