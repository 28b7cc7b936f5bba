import { useEffect } from 'react'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { auditFilters, auditLog, type AuditFilters } from '#stores/console/audit.ts'
import { Button } from '#ui/Button.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { DayFields } from '#islands/console/filters/DayFields.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { AuditEntryItem } from './AuditEntryItem.tsx'
import { fieldLabel } from './format-audit-entry.ts'

const WAITING = <AccountSkeleton label="Loading the audit log…" blocks={3} />
const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const
type Filters = Partial<Record<(typeof NAMES)[number], string>>

/** The page `/promoter/audit-log`. */
export function AuditLog() {
  return (
    <ConsoleGate skeleton={WAITING}>
      {() => (
        <div className="sections">
          <Log />
        </div>
      )}
    </ConsoleGate>
  )
}

function Log() {
  const list = useStore(auditLog.$list, EMPTY_LIST)
  const [filters, narrow] = useUrlFilters(NAMES)
  const key = JSON.stringify(filters)
  useEffect(() => {
    // `key` contains these filters as JSON.
    void auditLog.load(JSON.parse(key) as AuditFilters)
  }, [key])
  const isNarrowed = Object.keys(filters).length > 0
  const clear = (): void => narrow(Object.fromEntries(NAMES.map((name) => [name, ''])))
  return (
    <section className="section" aria-label="Changes">
      <p className="secondary-text">Who changed what, newest first. The log can’t be edited.</p>
      <FilterFields filters={filters} onNarrow={narrow} />
      {isNarrowed && (
        <p>
          <Button variant="link" onClick={clear}>
            Clear filters
          </Button>
        </p>
      )}
      <PagedRows
        list={list}
        what="The audit log"
        onRetry={() => void auditLog.load(filters)}
        onMore={() => void auditLog.more()}
        empty={<p>{isNarrowed ? 'No changes match these filters.' : 'No changes yet.'}</p>}
      >
        {(rows) => (
          <ol className="audit-entries">
            {rows.map((entry) => (
              <AuditEntryItem key={entry.id} entry={entry} onSubject={(subject) => narrow({ subject })} />
            ))}
          </ol>
        )}
      </PagedRows>
    </section>
  )
}

function FilterFields({ filters, onNarrow }: { filters: Filters; onNarrow: (change: Filters) => void }) {
  const { data } = useStore(auditFilters.$store, LOADING)
  return (
    <FoldedFilters count={Object.keys(filters).filter((name) => name !== 'subject').length}>
      <div className="filters">
        <FilterSelect
          id="audit-actor"
          label="Changed by"
          value={filters.actor}
          all="Everyone"
          options={data?.actors.map(({ id, name }) => [id, name]) ?? []}
          onChoose={(actor) => onNarrow({ actor })}
        />
        <FilterSelect
          id="audit-action"
          label="Object"
          value={filters.action}
          all="Everything"
          options={data?.nouns.map((noun) => [noun, fieldLabel(noun)]) ?? []}
          onChoose={(action) => onNarrow({ action })}
        />
        <DayFields id="audit" days={filters} onChange={onNarrow} />
      </div>
    </FoldedFilters>
  )
}
