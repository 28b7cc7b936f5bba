import { useEffect, useRef, useState } from 'react'
import type { OwnPromoter } from '#contracts/account/accounts.ts'
import type { Report } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $report,
  $reportSelection,
  reportUrlOf,
  selectReport,
  DEFAULT_SELECTION,
  loadReport,
  downloadReport,
  type ReportSelection,
} from '#stores/console/reports.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportPlot } from './ReportPlot.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { ReportTable } from './ReportTable.tsx'
import { REPORT_LABELS } from './format-report.ts'

/** The page `/promoter/reports`. It shows one report, with its filters in the URL. */
export function Reports() {
  return (
    <ConsoleGate skeleton={<ReportSkeleton label="Loading your reports…" />}>
      {(promoter) => <ReportScreen promoter={promoter} />}
    </ConsoleGate>
  )
}

function ReportScreen({ promoter }: { promoter: OwnPromoter }) {
  const selection = useStore($reportSelection, DEFAULT_SELECTION)
  const { data, error, status } = useStore($report, LOADING)
  useEffect(() => void loadReport(selection), [selection])
  const known = data?.name === selection.name ? data : undefined
  return (
    <div className="sections">
      <Tabs selection={selection} isOwner={promoter.role === 'owner'} />
      <section
        key={selection.name}
        className="report"
        aria-label={titleOf(selection.name)}
        aria-busy={status === 'loading' && known !== undefined}
      >
        <ReportFilters selection={selection} known={known} isRefused={error !== undefined} />
        {error ? (
          <LoadFailed what="This report" why={error} onRetry={() => void loadReport(selection)} />
        ) : (
          <Shown selection={selection} report={known} />
        )}
      </section>
    </div>
  )
}

/** Links to all reports. The report of payouts is only shown to owners. */
function Tabs({ selection, isOwner }: { selection: ReportSelection; isOwner: boolean }) {
  const { by: _, ...kept } = selection
  const tabs = useRef<HTMLElement>(null)
  // On phones, scrolls the current tab into view.
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) tabs.current?.scrollTo({ left: current.offsetLeft - current.offsetWidth })
  }, [selection.name])
  return (
    <nav className="report-tabs" aria-label="Reports" ref={tabs}>
      <ul>
        {REPORT_LABELS.filter(([name]) => name !== 'payouts' || isOwner).map(([name, words]) => (
          <li key={name}>
            <a
              href={reportUrlOf({ ...kept, name })}
              aria-current={name === selection.name ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                selectReport({ ...kept, name })
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Shown({ selection, report }: { selection: ReportSelection; report: Report | undefined }) {
  if (!report) return <ReportSkeleton label="Loading the report…" />
  if (isEmpty(report)) return <Empty report={report} />
  return (
    <>
      <ReportPlot report={report} />
      <ReportTable report={report} />
      <Export selection={selection} report={report} />
    </>
  )
}

const titleOf = (name: Report['name']): string =>
  REPORT_LABELS.find(([each]) => each === name)?.[1] ?? 'Report'

const isEmpty = ({ rows, columns }: Report): boolean => {
  const numbers = columns.filter(({ kind }) => kind === 'count' || kind === 'money')
  return rows.every((row) => numbers.every(({ id }) => !row[id]))
}

const NOTHING: Partial<Record<Report['name'], string>> = {
  links: 'No visits through links in this period. Members create their links in the staff portal.',
  'promo-codes': 'No paid orders with a promo code in this period.',
  refunds: 'No refunds in this period.',
  taxes: 'No taxes in this period. Taxes are set under “Fees and taxes”.',
  payouts: 'No payouts requested in this period.',
  pace: 'No sales yet. The sales pace appears here once an event sells.',
}

function Empty({ report }: { report: Report }) {
  return (
    <div className="empty-state">
      <p>{NOTHING[report.name] ?? 'No sales in this period. Choose other dates or another event.'}</p>
      <a className="button button-quiet" href={consoleUrls.events()}>
        See your events
      </a>
    </div>
  )
}

function Export({ selection, report }: { selection: ReportSelection; report: Report }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await downloadReport(selection, report)
    setBusy(false)
    setFailure(answer.success ? undefined : answer.error.message)
  }
  return (
    <div className="report-export">
      {failure && <Notice tone="danger" title={failure} urgent />}
      <Button variant="quiet" busy={isBusy} onClick={() => void save()}>
        Export as CSV
      </Button>
      <p className="secondary-text">
        Times are in {report.timeZone.replaceAll('_', ' ')}. Amounts are in {report.currency}.
      </p>
    </div>
  )
}
