import { newUuid } from '#browser/uuid.ts'
import {
  cancelEvent,
  createSeries,
  deleteEvent,
  discardChanges,
  duplicateEvent,
  getEventNews,
  publishEvent,
  unpublishEvent,
  uploadCover,
  type ConsoleEvent,
  type EventNews,
} from '#contracts/console/events.ts'
import type { CallOf, DataOf } from '#contracts/endpoint.ts'
import { succeed, type Result } from '#model/result.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'
import { $event, changing, ending } from './event.ts'
import { missingIn } from './event-saving.ts'

/** What is asked before an event is published whose buyers must know of it: of the version that it is about. */
export interface PublishQuestion {
  news: EventNews
  version: number
}

/**
 * Publishes what is written, which is saved first: whether anything is missing is the server's to say, and of a refusal the event
 * learns what. When buyers must know of it, nothing is published yet: the answer is what to ask first.
 */
export async function publish(): Promise<Result<PublishQuestion | null>> {
  let question: PublishQuestion | null = null
  // In one turn: what is written meanwhile must not be published with what was looked at.
  const answer = await changing(async ({ id, version }) => {
    const event = $event.get().data
    if (!event?.publishedAt) return send(id, { version, tellBuyers: false })
    const read = await callPromoter(getEventNews, { params: { id } })
    if (!read.success) return read
    const { news } = read.data
    if (news === null) return send(id, { version, tellBuyers: false })
    question = { news, version }
    return succeed({ event })
  })
  const [missing, event] = [missingIn(answer), $event.get().data]
  if (missing && event) $event.set({ data: { ...event, missing } })
  return answer.success ? succeed(question) : answer
}

const send = (id: string, body: { version: number; tellBuyers: boolean }) =>
  callPromoter(publishEvent, { params: { id }, body })

/** The same once that is decided, for what it was decided about. What was written since is saved after it. */
export const publishDecided = (decided: { version: number; tellBuyers: boolean }) =>
  changing(({ id, version }) => {
    if (version === decided.version) return send(id, decided)
    const message = 'Not published: the event has changed since. Close this and publish again.'
    return Promise.resolve({ success: false, error: { code: 'NOT_ASKED', message } })
  }, 'left')

/** What can't be saved is no reason to stay on sale. */
export const unpublish = () =>
  changing(({ id, version }) => callPromoter(unpublishEvent, { params: { id }, body: { version } }), 'left')

export const discard = () =>
  changing(
    ({ id, version }) => callPromoter(discardChanges, { params: { id }, query: { version } }),
    'dropped',
  )

export const cancel = (wish: { note: string; refund: boolean }) =>
  changing(({ id, version }) => callPromoter(cancelEvent, { params: { id }, body: { version, ...wish } }))

export const deleteDraft = (id: string) => ending(id, () => callPromoter(deleteEvent, { params: { id } }))

/** One key for one wish: pressed twice it makes one. */
let attempt: { wish: string; key: string } | undefined

function keyFor(wish: object): { headers: Record<string, string> } {
  const text = JSON.stringify(wish)
  if (attempt?.wish !== text) attempt = { wish: text, key: newUuid() }
  return { headers: { 'idempotency-key': attempt.key } }
}

export async function duplicate(
  id: string,
  body: CallOf<typeof duplicateEvent>['body'],
): Promise<Result<{ event: ConsoleEvent }>> {
  const answer = await callPromoter(duplicateEvent, { params: { id }, body }, keyFor({ id, ...body }))
  if (answer.success) attempt = undefined
  return withReason(answer)
}

export async function addDates(id: string, dates: string[]): Promise<Result<DataOf<typeof createSeries>>> {
  const body = { dates }
  const answer = await callPromoter(createSeries, { params: { id }, body }, keyFor({ id, dates }))
  if (answer.success) attempt = undefined
  return withReason(answer)
}

/** Nobody sees the picture until the event names it. */
export async function sendCover(file: Blob): Promise<Result<DataOf<typeof uploadCover>>> {
  return withReason(await callPromoter(uploadCover, {}, { file }))
}
