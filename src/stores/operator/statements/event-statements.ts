import { call } from '#browser/platform/api.ts'
import { downloadFile } from '#browser/portal/download.ts'
import type { EventStatement, StatementEvent } from '#contracts/console/statements/event-statements.ts'
import { getAnyEventStatement, listPromoterEventStatements } from '#contracts/operator/settlements.ts'
import type { Result } from '#model/platform/result.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResourceOf } from '#stores/platform/resource.ts'

export const promoterStatementEvents = createList<StatementEvent, { id: string }>(async ({ id, ...query }) =>
  toListPage(await call(listPromoterEventStatements, { params: { id }, query }), ({ events }) => events),
)

export const anyEventStatement = createResourceOf(
  (id: string) => call(getAnyEventStatement, { params: { id } }),
  (id) => id,
)

export const downloadAnyEventStatement = (
  { eventId }: EventStatement,
  format: 'csv' | 'pdf',
): Promise<Result<unknown>> =>
  downloadFile(
    `/api/operator/events/${eventId}/statement.${format}`,
    `event-statement-${eventId.slice(0, 8)}.${format}`,
    {},
  )
