import { newUuid } from '#browser/uuid.ts'
import {
  createEvent,
  listConsoleEvents,
  type ConsoleEvent,
  type EventFilter,
  type EventListRow,
} from '#contracts/console/events.ts'
import type { CallOf } from '#contracts/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '../own-promoters.ts'
import { listStore } from '../promoter-list.ts'
import { withReason } from '../refusal-words.ts'

export interface EventFilters {
  when: EventFilter
  q: string
}

export const eventList = listStore<EventListRow, EventFilters>(async ({ when, q }, cursor) => {
  const query = { when, ...(q ? { q } : {}), ...(cursor === undefined ? {} : { cursor }) }
  const answer = await callPromoter(listConsoleEvents, { query })
  return answer.success
    ? { success: true, data: { rows: answer.data.events, nextCursor: answer.data.nextCursor } }
    : answer
})

/** One key per request content, so that a repeated click creates one event. */
let attempt: { wish: string; key: string } | undefined

export async function addEvent(
  body: CallOf<typeof createEvent>['body'],
): Promise<Result<{ event: ConsoleEvent }>> {
  const wish = JSON.stringify(body)
  if (attempt?.wish !== wish) attempt = { wish, key: newUuid() }
  const headers = { 'idempotency-key': attempt.key }
  const answer = withReason(await callPromoter(createEvent, { body }, { headers }))
  if (answer.success) attempt = undefined
  return answer
}
