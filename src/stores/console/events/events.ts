import { createRetryKey } from '#browser/platform/retry-key.ts'
import {
  createEvent,
  listConsoleEvents,
  type ConsoleEvent,
  type EventFilter,
  type EventListRow,
} from '#contracts/console/events.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { withReason } from '#stores/platform/error-message.ts'

export interface EventFilters {
  when: EventFilter
  q: string
}

export const eventList = createList<EventListRow, EventFilters>(async ({ q, ...rest }) => {
  const query = { ...rest, ...(q ? { q } : {}) }
  return toListPage(await callPromoter(listConsoleEvents, { query }), ({ events }) => events)
})

const retryKey = createRetryKey()

export async function addEvent(
  body: RequestOf<typeof createEvent>['body'],
): Promise<Result<{ event: ConsoleEvent }>> {
  const answer = withReason(await callPromoter(createEvent, { body }, retryKey.headersOf(body)))
  if (answer.success) retryKey.forget()
  return answer
}
