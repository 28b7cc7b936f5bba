import { call } from '#browser/platform/api.ts'
import { downloadFile } from '#browser/portal/download.ts'
import {
  listOperatorLog,
  listOperatorLogOptions,
  type OperatorLogEntry,
  type OperatorLogSelection,
} from '#contracts/operator/audit.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'

/** Filters in the URL. Dates such as '2026-11-21' are in the browser's time zone. */
export interface OperatorLogFilters {
  actor?: string
  promoter?: string
  action?: string
  from?: string
  to?: string
}

export const operatorLog = createList<OperatorLogEntry, OperatorLogFilters>(async ({ ...filters }) =>
  toListPage(await call(listOperatorLog, { query: selectionOf(filters) }), ({ entries }) => entries),
)

export const operatorLogFilters = createResource(() => call(listOperatorLogOptions, {}))

export const exportOperatorLog = (filters: OperatorLogFilters) => {
  const search = new URLSearchParams(Object.entries(selectionOf(filters)))
  return downloadFile(`${listOperatorLog.path}/export.csv?${search.toString()}`, 'operator-log.csv', {})
}

/** The last day is inclusive. */
const selectionOf = ({ from, to, ...rest }: OperatorLogFilters): OperatorLogSelection => ({
  ...rest,
  ...(from ? { from: startOf(from, 0) } : {}),
  ...(to ? { to: startOf(to, 1) } : {}),
})

function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
