import { newUuid } from '#browser/platform/uuid.ts'
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
import type { CallOf, DataOf } from '#contracts/platform/endpoint.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { withReason } from '#stores/console/error-message.ts'
import { $event, changing, deleteWithDraft, eventDraft } from './event.ts'
import { missingIn } from './event-saving.ts'

/** Question before publishing changes that buyers should be notified of, for one version. */
export interface PublishQuestion {
  news: EventNews
  version: number
}

/**
 * Saves first. Missing fields are reported by the server and shown at the event. When buyers should be notified, returns the
 * question instead of publishing.
 */
export async function publish(): Promise<Result<PublishQuestion | null>> {
  let question: PublishQuestion | null = null
  // In one queued task, so that later edits aren't published with the reviewed version.
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
  if (missing && event) eventDraft.show({ ...event, missing })
  return answer.success ? succeed(question) : answer
}

const send = (id: string, body: { version: number; tellBuyers: boolean }) =>
  callPromoter(publishEvent, { params: { id }, body })

/** Publishes the reviewed version after the question was answered. Later edits are saved afterwards. */
export const publishDecided = (decided: { version: number; tellBuyers: boolean }) =>
  changing(({ id, version }) => {
    if (version === decided.version) return send(id, decided)
    const message = 'Not published: the event has changed since. Close this and publish again.'
    return Promise.resolve({ success: false, error: { code: 'NOT_ASKED', message } })
  }, 'left')

/** Unsaved changes don't block unpublishing. */
export const unpublish = () =>
  changing(({ id, version }) => callPromoter(unpublishEvent, { params: { id }, body: { version } }), 'left')

export const discard = () =>
  changing(
    ({ id, version }) => callPromoter(discardChanges, { params: { id }, query: { version } }),
    'dropped',
  )

export const cancel = (wish: { note: string; refund: boolean }) =>
  changing(({ id, version }) => callPromoter(cancelEvent, { params: { id }, body: { version, ...wish } }))

export const deleteDraft = (id: string) =>
  deleteWithDraft(id, () => callPromoter(deleteEvent, { params: { id } }))

/** One key per request content, so that a repeated click creates one object. */
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

/** The picture is not shown until the event refers to it. */
export async function sendCover(file: Blob): Promise<Result<DataOf<typeof uploadCover>>> {
  return withReason(await callPromoter(uploadCover, {}, { file }))
}
