import type { createEvent as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { DEFAULT_REVEAL_HOURS } from '#model/catalog/codes/code-modes.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { eventSlugs } from '#model/platform/slugs.ts'
import { succeed } from '#model/platform/result.ts'
import { shiftSkippedTime, shiftWallClock } from '#model/platform/time/wall-clock.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { derivedId } from '#server/platform/ids/derived-id.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findPromoterDefaults } from '#server/people/promoters/promoter-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findFreeSlug, findEventDraft, insertEvent, type NewEvent } from './event-draft-rows.ts'
import { viewEvent } from './event-draft-view.ts'
import { parseEventMoments } from './event-moments.ts'

export const EVENT_CREATION_LIMIT = { name: 'create events', points: 600, seconds: 3600 }

/** Creates a draft that ends three hours after its start. A repeated Idempotency-Key returns the same event. */
export const createEvent: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const tooMany = await context.limits.consume(EVENT_CREATION_LIMIT, promoterId)
  if (tooMany) return tooMany
  const defaults = await findPromoterDefaults(context.db, promoterId)
  if (!defaults) return fail('NOT_FOUND')
  const fields = { ...EMPTY, ...body, ...endOf(body), currency: defaults.currency }
  fields.venue = { ...fields.venue, country: defaults.country }
  const moments = parseEventMoments(fields, '')
  if (!moments.success) return moments
  const id = newEventId(call, 0)
  const now = new Date(context.clock.now())
  const made = await transact(context.db, async (trx) => {
    await insertEventOnce(trx, call, { promoterId, id, fields, moments: moments.data, seriesId: null, now })
    const row = await findEventDraft(trx, { promoterId, id })
    return row ? succeed(row) : fail('NOT_FOUND')
  })
  return made.success ? succeed({ event: await viewEvent(context, call, made.data) }) : made
}

const endOf = ({ startsAt, timeZone }: { startsAt: string; timeZone: string }): { endsAt: string } => ({
  endsAt: shiftSkippedTime(shiftWallClock('2000-01-01T03:00', '2000-01-01T00:00', startsAt), timeZone),
})

const EMPTY: Omit<EventFields, 'title' | 'startsAt' | 'endsAt' | 'timeZone' | 'currency'> = {
  summary: '',
  description: '',
  doorsAt: null,
  venue: { name: '', street: '', city: '', country: '' },
  ageNote: '',
  attendeeNames: 'optional',
  questions: [],
  delivery: [],
  feesPaidBy: 'buyer',
  returns: null,
  holdsNeedAccount: false,
  ticketTransfers: true,
  transferCutoffHours: 0,
  codeMode: 'open',
  codeRevealHours: DEFAULT_REVEAL_HOURS,
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

/**
 * Derives the event's id from the Idempotency-Key, so that a repeated call creates the same event. `index` is the
 * position in a series.
 */
export function newEventId({ promoterId, idempotencyKey }: PromoterCall, index: number): string {
  return idempotencyKey ? derivedId(`event ${promoterId} ${index} ${idempotencyKey}`) : crypto.randomUUID()
}

export async function insertEventOnce(
  trx: PipelinedTransaction,
  { actor }: PromoterCall,
  event: Omit<NewEvent, 'slug'>,
): Promise<boolean> {
  const { promoterId, id, fields, now } = event
  const candidates = eventSlugs(fields.title, fields.startsAt.slice(0, 10))
  const slug = await findFreeSlug(trx, { candidates, ownId: id, otherwise: id.slice(0, 8) })
  if (await findEventDraft(trx, { promoterId, id })) return false
  await insertEvent(trx, { ...event, slug })
  const after = { title: fields.title, startsAt: fields.startsAt, timeZone: fields.timeZone }
  const change = {
    promoterId,
    actor,
    action: 'event.created',
    subject: { id, name: fields.title },
    after,
  } as const
  await recordChange(trx, change, now)
  return true
}
