import { atom, onMount } from 'nanostores'
import { startTicker } from '#browser/clock.ts'
import { download } from '#browser/download.ts'
import {
  getOverview,
  listReportEvents,
  REPORTS,
  reportName,
  type Overview,
  type Report,
  type ReportEventOption,
  type ReportName,
  type ReportQuery,
} from '#contracts/console/reports.ts'
import { reportBy } from '#model/reports/report-spans.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { callPromoter, forPromoter, loadOwnPromoters } from '../own-promoters.ts'
import { withComplaints } from '../refusal-words.ts'

/** Selected report and its parameters, as in the URL. */
export interface ReportSelection extends ReportQuery {
  name: ReportName
}

const NAMES = ['from', 'to', 'eventId', 'currency', 'against'] as const
export const FIRST_ASK: ReportSelection = { name: 'sales' }

export const $reportAsk = atom<ReportSelection>(FIRST_ASK)

onMount($reportAsk, () => {
  const follow = (): void => $reportAsk.set(readAsk())
  follow()
  window.addEventListener('popstate', follow)
  return () => window.removeEventListener('popstate', follow)
})

function readAsk(): ReportSelection {
  const given = new URLSearchParams(window.location.search)
  const name = reportName.safeParse(given.get('report'))
  const by = reportBy.safeParse(given.get('by'))
  const rest = NAMES.flatMap((each) => {
    const value = given.get(each)
    return value ? [[each, value]] : []
  })
  return {
    ...Object.fromEntries(rest),
    name: name.success ? name.data : FIRST_ASK.name,
    ...(by.success ? { by: by.data } : {}),
  }
}

/** URL of a report. */
export function addressOf(ask: ReportSelection): string {
  const { name, ...query } = ask
  const given = Object.entries(query).filter(([, value]) => value)
  const search = new URLSearchParams({
    ...(name === FIRST_ASK.name ? {} : { report: name }),
    ...Object.fromEntries(given),
  })
  return search.size > 0 ? `?${search.toString()}` : window.location.pathname
}

/** Shows another report and adds a history entry. */
export function askFor(ask: ReportSelection): void {
  window.history.pushState(null, '', addressOf(ask))
  $reportAsk.set(readAsk())
}

export type LoadedReport = Loaded<Report> & { isLoading?: boolean }

export const $report = atom<LoadedReport>(LOADING)
let asked = 0

/**
 * Existing data stays until the next response and after a failure, because it contains the parameter options. Earlier responses are
 * ignored.
 */
export async function loadReport({ name, ...query }: ReportSelection): Promise<void> {
  asked += 1
  const number = asked
  const { data } = $report.get()
  const kept = data?.name === name ? { data } : LOADING
  $report.set({ ...kept, isLoading: true })
  const answer = withComplaints(await callPromoter(REPORTS[name], { query }))
  if (number !== asked) return
  $report.set(answer.success ? { data: answer.data.report } : { ...kept, failure: answer.error.message })
}

/** Downloads the current report as a file. */
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
  // A call renews an expired token before the download.
  await loadOwnPromoters()
  return download(path, file, forPromoter().headers)
}

export const $reportEvents = atom<readonly ReportEventOption[]>([])

onMount($reportEvents, () => {
  void callPromoter(listReportEvents, {}).then((answer) => {
    if (answer.success) $reportEvents.set(answer.data.events)
  })
})

export const $overview = atom<Loaded<Overview>>(LOADING)

/** Polling interval, so that a sale is visible within 5 s of its payment while the tab is visible. */
const LOOK_MS = 4000
let chosenCurrency: string | undefined
let overviewCalls = 0

onMount($overview, () => {
  void loadOverview()
  return startTicker(() => {
    if (document.visibilityState === 'visible') void loadOverview(chosenCurrency)
  }, LOOK_MS)
})

/** Earlier responses are ignored; a response without changes updates nothing. */
export async function loadOverview(currency?: string): Promise<void> {
  chosenCurrency = currency
  overviewCalls += 1
  const call = overviewCalls
  const answer = await callPromoter(getOverview, { query: currency ? { currency } : {} })
  if (call !== overviewCalls) return
  const { data, failure } = $overview.get()
  if (answer.success) {
    const { overview } = answer.data
    if (failure !== undefined || JSON.stringify(overview) !== JSON.stringify(data))
      $overview.set({ data: overview })
  } else $overview.set({ ...(data ? { data } : {}), failure: answer.error.message })
}
