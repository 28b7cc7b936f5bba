import { reportName } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/console-urls.ts'

/** What the console's bench asks, each as the owner of the promoter with half of all orders. */
export interface Asked {
  path: string
  /** A page is asked for as a browser does, without a token. */
  kind: 'api' | 'page'
  /** No answer may take longer: 200 ms unless it says otherwise. */
  withinMs?: number
}

const YEARS = 'from=2023-01-01&to=2027-12-31'

/** Every area adds its reads here. `{eventId}` is an event that sold a lot, `{orderId}` a paid order of it. */
export const ASKED: readonly Asked[] = [
  { path: '/api/promoter/overview', kind: 'api' },
  { path: '/api/promoter/reports/events', kind: 'api' },
  ...reportName.options.flatMap((name): Asked[] => [
    { path: `/api/promoter/reports/${name}`, kind: 'api' },
    { path: `/api/promoter/reports/${name}?eventId={eventId}`, kind: 'api' },
    { path: `/api/promoter/reports/${name}?${YEARS}`, kind: 'api' },
  ]),
  { path: '/api/promoter/reports/types/export.csv', kind: 'api' },
  { path: consoleUrls.overview(), kind: 'page' },
  { path: consoleUrls.reports(), kind: 'page' },
]
