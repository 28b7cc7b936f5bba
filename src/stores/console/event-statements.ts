import { downloadFile } from '#browser/portal/download.ts'
import {
  getEventStatement,
  listEventStatements,
  type EventStatement,
  type StatementEvent,
} from '#contracts/console/statements/event-statements.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResourceOf, mapData } from '#stores/platform/resource.ts'

export const statementEvents = createList<StatementEvent, object>(async (query) =>
  toListPage(await callPromoter(listEventStatements, { query }), ({ events }) => events),
)

export const eventStatement = createResourceOf<EventStatement, string>(
  async (id) =>
    mapData(await callPromoter(getEventStatement, { params: { id } }), ({ statement }) => statement),
  (id) => id,
)

export const downloadEventStatement = (
  { eventId }: EventStatement,
  format: 'csv' | 'pdf',
): Promise<Result<unknown>> =>
  downloadFile(
    `/api/promoter/events/${eventId}/statement.${format}`,
    `event-statement-${eventId.slice(0, 8)}.${format}`,
    promoterHeaders().headers,
  )
