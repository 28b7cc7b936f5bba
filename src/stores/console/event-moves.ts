import { newUuid } from '#browser/uuid.ts'
import {
  cancelEvent,
  createSeries,
  deleteEvent,
  discardChanges,
  duplicateEvent,
  publishEvent,
  unpublishEvent,
  uploadCover,
  type ConsoleEvent,
} from '#contracts/console/events.ts'
import type { CallOf, DataOf } from '#contracts/endpoint.ts'
import type { Result } from '#model/result.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'
import { $event, changing, ending } from './event.ts'
import { missingIn } from './event-saving.ts'

/** What is written is saved first: whether anything is missing is the server's to say, and of a refusal the event learns what. */
export async function publish(): Promise<Result<{ event: ConsoleEvent }>> {
  const answer = await changing(({ id, version }) =>
    callPromoter(publishEvent, { params: { id }, body: { version } }),
  )
  const [missing, event] = [missingIn(answer), $event.get().data]
  if (missing && event) $event.set({ data: { ...event, missing } })
  return answer
}

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
