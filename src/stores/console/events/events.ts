import { newUuid } from '#browser/platform/uuid.ts'
import {
  createEvent,
  listConsoleEvents,
  type ConsoleEvent,
  type EventFilter,
  type EventListRow,
} from '#contracts/console/events.ts'
import type { CallOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, takeRows } from '#stores/platform/paged-list.ts'
import { withReason } from '#stores/console/error-message.ts'

export interface EventFilters {
  when: EventFilter
  q: string
}

export const eventList = createList<EventListRow, EventFilters>(async ({ q, ...rest }) => {
  const query = { ...rest, ...(q ? { q } : {}) }
  return takeRows(await callPromoter(listConsoleEvents, { query }), ({ events }) => events)
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
