import { atom, onMount } from 'nanostores'
import { downloadFile } from '#browser/portal/download.ts'
import {
  listenToUrlFilters,
  readUrlFilters,
  writeUrlFilters,
  type UrlFilters,
} from '#browser/portal/url-filters.ts'
import {
  getOverview,
  listReportEvents,
  REPORTS,
  reportName,
  type Report,
  type ReportName,
  type ReportQuery,
} from '#contracts/console/reports.ts'
import { reportInterval } from '#model/reports/report-spans.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders, loadOwnPromoters } from './own-promoters.ts'
import { withFieldErrors } from '#stores/platform/error-message.ts'
import { createResource, createResourceOf, mapData } from '#stores/platform/resource.ts'

export interface ReportSelection extends ReportQuery {
  name: ReportName
}

const NAMES = ['report', 'by', 'from', 'to', 'eventId', 'currency', 'against'] as const
export const DEFAULT_SELECTION: ReportSelection = { name: 'sales' }

export const $reportSelection = atom<ReportSelection>(DEFAULT_SELECTION)

onMount($reportSelection, () => {
  const follow = (): void => $reportSelection.set(readSelection())
  follow()
  return listenToUrlFilters(follow)
})

function readSelection(): ReportSelection {
  const { report, by, ...rest } = readUrlFilters(NAMES)
  const steps = reportInterval.safeParse(by)
  return {
    ...rest,
    name: reportName.safeParse(report).data ?? DEFAULT_SELECTION.name,
    ...(steps.success ? { by: steps.data } : {}),
  }
}

/** The sales report is the default and isn't written to the URL. */
const filtersOf = ({ name, ...query }: ReportSelection): UrlFilters<(typeof NAMES)[number]> => ({
  ...query,
  ...(name === DEFAULT_SELECTION.name ? {} : { report: name }),
})

export function reportUrlOf(selection: ReportSelection): string {
  const search = new URLSearchParams(filtersOf(selection))
  return search.size > 0 ? `?${search.toString()}` : window.location.pathname
}

export function selectReport(selection: ReportSelection): void {
  const filters = filtersOf(selection)
  writeUrlFilters(Object.fromEntries(NAMES.map((name) => [name, filters[name]])))
}

/**
 * While the same report is loaded with other parameters, and if that fails, the old data stays, because it contains the filters' options.
 */
export const { $store: $report, load: loadReport } = createResourceOf<Report, ReportSelection>(
  async ({ name, ...query }) =>
    mapData(withFieldErrors(await callPromoter(REPORTS[name], { query })), ({ report }) => report),
  ({ name }) => name,
)

export async function downloadReport(
  { name, ...query }: ReportSelection,
  report: Report,
): Promise<Result<unknown>> {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
  const path = `${REPORTS[name].path}/export.csv?${search.toString()}`
  const file = `${name}-${report.from}-${report.to}.csv`
  const answer = await downloadFile(path, file, promoterHeaders().headers)
  if (answer.success || answer.error.code !== 'UNAUTHENTICATED') return answer
  // Renews an expired access token, which a download can't do.
  await loadOwnPromoters()
  return downloadFile(path, file, promoterHeaders().headers)
}

export const reportEvents = createResource(async () =>
  mapData(await callPromoter(listReportEvents, {}), ({ events }) => events),
)

let chosenCurrency: string | undefined

const overview = createResource(
  async () => {
    const query = chosenCurrency ? { currency: chosenCurrency } : {}
    return mapData(await callPromoter(getOverview, { query }), (data) => data.overview)
  },
  { isPolled: true },
)
export const $overview = overview.$store

export function loadOverview(currency?: string): Promise<void> {
  chosenCurrency = currency
  return overview.load()
}
