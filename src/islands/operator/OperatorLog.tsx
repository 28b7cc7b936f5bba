import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { OPERATOR_SUBJECT_LABELS } from '#model/people/operator-log.ts'
import { DayFields } from '#islands/console/filters/DayFields.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  exportOperatorLog,
  operatorLog,
  operatorLogFilters,
  type OperatorLogFilters,
} from '#stores/operator/operator-log.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { OperatorGate } from './OperatorGate.tsx'

const NAMES = ['actor', 'promoter', 'action', 'from', 'to'] as const

/** The page `/operator/audit` with the actions of operators. */
export function OperatorLog() {
  return (
    <OperatorGate>
      <Log />
    </OperatorGate>
  )
}

function Log() {
  const list = useStore(operatorLog.$list, EMPTY_LIST)
  const [filters, narrow] = useUrlFilters(NAMES)
  const key = JSON.stringify(filters)
  useEffect(() => {
    // `key` contains these filters as JSON.
    void operatorLog.load(JSON.parse(key) as OperatorLogFilters)
  }, [key])
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <section className="section" aria-label="Entries">
      <div className="section-head">
        <p className="secondary-text">Actions of operators, newest first. The log can’t be edited.</p>
        <ExportButton filters={filters} />
      </div>
      <FilterFields filters={filters} onNarrow={narrow} />
      <PagedRows
        list={list}
        what="The log"
        onRetry={() => void operatorLog.load(filters)}
        onMore={() => void operatorLog.more()}
        empty={<p>{isNarrowed ? 'No entries match these filters.' : 'No entries yet.'}</p>}
      >
        {(rows) => (
          <ol className="audit-entries">
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedRows>
    </section>
  )
}

function ExportButton({ filters }: { filters: OperatorLogFilters }) {
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const answer = await exportOperatorLog(filters)
    setBusy(false)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not exported', message: answer.error.message })
  }
  return (
    <Button variant="quiet" busy={isBusy} onClick={() => void run()}>
      Export CSV
    </Button>
  )
}

function FilterFields({
  filters,
  onNarrow,
}: {
  filters: OperatorLogFilters
  onNarrow: (change: OperatorLogFilters) => void
}) {
  const { data } = useStore(operatorLogFilters.$store, LOADING)
  return (
    <FoldedFilters count={Object.keys(filters).length}>
      <div className="filters">
        <FilterSelect
          id="log-action"
          label="Object"
          value={filters.action}
          all="Everything"
          options={Object.entries(OPERATOR_SUBJECT_LABELS)}
          onChoose={(action) => onNarrow({ action })}
        />
        <FilterSelect
          id="log-actor"
          label="Person"
          value={filters.actor}
          all="Everyone"
          options={data?.actors.map(({ id, name }) => [id, name]) ?? []}
          onChoose={(actor) => onNarrow({ actor })}
        />
        <FilterSelect
          id="log-promoter"
          label="Promoter"
          value={filters.promoter}
          all="All"
          options={data?.promoters.map(({ id, name }) => [id, name]) ?? []}
          onChoose={(promoter) => onNarrow({ promoter })}
        />
        <DayFields id="log" days={filters} onChange={onNarrow} />
      </div>
    </FoldedFilters>
  )
}

function Entry({ entry: { at, message, promoter } }: { entry: OperatorLogEntry }) {
  return (
    <li className="operator-log-entry">
      <p dir="auto">{message}.</p>
      <p className="secondary-text">
        <time dateTime={at}>{formatDateTime(at)}</time>
        {promoter && (
          <>
            {' · '}
            <a href={operatorUrls.promoter(promoter.id)} dir="auto">
              {promoter.name}
            </a>
          </>
        )}
      </p>
    </li>
  )
}
