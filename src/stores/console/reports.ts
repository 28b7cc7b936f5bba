import { atom, onMount } from 'nanostores'
import { download } from '#browser/portal/download.ts'
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
import { reportBy } from '#model/reports/report-spans.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, forPromoter, loadOwnPromoters } from './own-promoters.ts'
import { withFieldErrors } from './error-message.ts'
import { createResource, createResourceOf, takeData } from '#stores/platform/resource.ts'

export interface ReportSelection extends ReportQuery {
  name: ReportName
}

const NAMES = ['report', 'by', 'from', 'to', 'eventId', 'currency', 'against'] as const
export const FIRST_SELECTION: ReportSelection = { name: 'sales' }

export const $reportSelection = atom<ReportSelection>(FIRST_SELECTION)

onMount($reportSelection, () => {
  const follow = (): void => $reportSelection.set(readSelection())
  follow()
  return listenToUrlFilters(follow)
})

function readSelection(): ReportSelection {
  const { report, by, ...rest } = readUrlFilters(NAMES)
  const steps = reportBy.safeParse(by)
  return {
    ...rest,
    name: reportName.safeParse(report).data ?? FIRST_SELECTION.name,
    ...(steps.success ? { by: steps.data } : {}),
  }
}

/** The sales report is the default, which the URL omits. */
const filtersOf = ({ name, ...query }: ReportSelection): UrlFilters<(typeof NAMES)[number]> => ({
  ...query,
  ...(name === FIRST_SELECTION.name ? {} : { report: name }),
})

export function addressOf(selection: ReportSelection): string {
  const search = new URLSearchParams(filtersOf(selection))
  return search.size > 0 ? `?${search.toString()}` : window.location.pathname
}

export function selectReport(selection: ReportSelection): void {
  const filters = filtersOf(selection)
  writeUrlFilters(Object.fromEntries(NAMES.map((name) => [name, filters[name]])))
}

/** The data of other parameters stays until the response and after a failure, because it contains their options. */
export const { $store: $report, load: loadReport } = createResourceOf<Report, ReportSelection>(
  async ({ name, ...query }) =>
    takeData(withFieldErrors(await callPromoter(REPORTS[name], { query })), ({ report }) => report),
  ({ name }) => name,
)

export async function saveReport(
  { name, ...query }: ReportSelection,
  shown: Report,
): Promise<Result<unknown>> {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
  const path = `${REPORTS[name].path}/export.csv?${search.toString()}`
  const file = `${name}-${shown.from}-${shown.to}.csv`
  const answer = await download(path, file, forPromoter().headers)
  if (answer.success || answer.error.code !== 'UNAUTHENTICATED') return answer
  // Downloads can't renew an expired access token; an API call does.
  await loadOwnPromoters()
  return download(path, file, forPromoter().headers)
}

export const reportEvents = createResource(async () =>
  takeData(await callPromoter(listReportEvents, {}), ({ events }) => events),
)

let chosenCurrency: string | undefined

const overview = createResource(
  async () => {
    const query = chosenCurrency ? { currency: chosenCurrency } : {}
    return takeData(await callPromoter(getOverview, { query }), (told) => told.overview)
  },
  { isPolled: true },
)
export const $overview = overview.$store

export function loadOverview(currency?: string): Promise<void> {
  chosenCurrency = currency
  return overview.load()
}
