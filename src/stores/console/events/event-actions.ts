import { createRetryKey } from '#browser/platform/retry-key.ts'
import type { EventChangeEmail } from '#contracts/console/event-change-email.ts'
import {
  cancelEvent as cancelContract,
  createSeries,
  deleteEvent,
  discardChanges,
  duplicateEvent as duplicateContract,
  getEventNews,
  publishEvent as publishContract,
  unpublishEvent as unpublishContract,
  uploadCover,
  type ConsoleEvent,
} from '#contracts/console/events.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { $event, runEventChange, deleteWithDraft, eventDraft } from './event.ts'
import { missingFieldsIn } from './event-saving.ts'

/** Changes that `version` would publish, about which buyers may need to be notified. */
export interface PublishQuestion {
  email: EventChangeEmail
  version: number
}

/**
 * Saves and publishes. If buyers may need to be notified, returns the question instead of publishing. If fields are missing, they are
 * stored in the event.
 */
export async function publishEvent(): Promise<Result<PublishQuestion | null>> {
  let question: PublishQuestion | null = null
  // One task in the queue, so that later edits aren't published together with the reviewed version.
  const answer = await runEventChange(async ({ id, version }) => {
    const event = $event.get().data
    if (!event?.publishedAt) return send(id, { version, tellBuyers: false })
    const read = await callPromoter(getEventNews, { params: { id } })
    if (!read.success) return read
    const { news } = read.data
    if (news === null) return send(id, { version, tellBuyers: false })
    question = { email: news, version }
    return succeed({ event })
  })
  const [missing, event] = [missingFieldsIn(answer), $event.get().data]
  if (missing && event) eventDraft.show({ ...event, missing })
  return answer.success ? succeed(question) : answer
}

const send = (id: string, body: { version: number; tellBuyers: boolean }) =>
  callPromoter(publishContract, { params: { id }, body })

/** Publishes the version that the question was about. Edits made since then are saved afterwards. */
export const publishReviewed = (decided: { version: number; tellBuyers: boolean }) =>
  runEventChange(({ id, version }) => {
    if (version === decided.version) return send(id, decided)
    const message = 'Not published: the event has changed since. Close this and publish again.'
    return Promise.resolve({ success: false, error: { code: 'NOT_ASKED', message } })
  }, 'left')

export const unpublishEvent = () =>
  runEventChange(
    ({ id, version }) => callPromoter(unpublishContract, { params: { id }, body: { version } }),
    'left',
  )

export const discardEvent = () =>
  runEventChange(
    ({ id, version }) => callPromoter(discardChanges, { params: { id }, query: { version } }),
    'dropped',
  )

export const cancelEvent = (cancellation: { note: string; refund: boolean }) =>
  runEventChange(({ id, version }) =>
    callPromoter(cancelContract, { params: { id }, body: { version, ...cancellation } }),
  )

export const deleteDraft = (id: string) =>
  deleteWithDraft(id, () => callPromoter(deleteEvent, { params: { id } }))

const retryKey = createRetryKey()

export async function duplicateEvent(
  id: string,
  body: RequestOf<typeof duplicateContract>['body'],
): Promise<Result<{ event: ConsoleEvent }>> {
  const answer = await callPromoter(
    duplicateContract,
    { params: { id }, body },
    retryKey.headersOf({ id, ...body }),
  )
  if (answer.success) retryKey.forget()
  return withReason(answer)
}

export async function addSeriesDates(
  id: string,
  dates: string[],
): Promise<Result<DataOf<typeof createSeries>>> {
  const body = { dates }
  const answer = await callPromoter(createSeries, { params: { id }, body }, retryKey.headersOf({ id, dates }))
  if (answer.success) retryKey.forget()
  return withReason(answer)
}

/** Uploads an image for a cover. It isn't shown until it is saved as the event's cover. */
export async function uploadEventImage(file: Blob): Promise<Result<DataOf<typeof uploadCover>>> {
  return withReason(await callPromoter(uploadCover, {}, { file }))
}
