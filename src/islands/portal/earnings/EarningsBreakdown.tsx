import { useEffect, useId, useRef, useState } from 'react'
import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $breakdown,
  filterBreakdown,
  loadBreakdown,
  NO_BREAKDOWN,
  readBreakdownFilters,
  refreshBreakdown,
  type BreakdownFilters,
} from '#stores/portal/staff-breakdown.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { BreakdownTable } from './BreakdownTable.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

/** Number of rows shown until the user asks for more. */
const LINES_AT_ONCE = 10

export function EarningsBreakdown({ member, earnings }: { member: StaffProfile; earnings: StaffEarnings }) {
  const { status, filters, lines, nextCursor } = useStore($breakdown, NO_BREAKDOWN)
  const [most, setMost] = useState(LINES_AT_ONCE)
  useEffect(() => void filterBreakdown(member.id, readBreakdownFilters()), [member.id])
  useRefresh(member.id, JSON.stringify(earnings.totals))
  const narrow = (change: BreakdownFilters): void =>
    void filterBreakdown(member.id, { ...filters, ...change })
  const showMore = (): void => {
    setMost(most + 2 * LINES_AT_ONCE)
    if (lines.length < most + 2 * LINES_AT_ONCE && nextCursor !== null) void loadBreakdown(member.id)
  }
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <section className="section" aria-labelledby="breakdown-title">
      <h2 id="breakdown-title">Sales</h2>
      <Filters filters={filters} earnings={earnings} onNarrow={narrow} />
      <Lines most={most} isNarrowed={isNarrowed} onRetry={() => void loadBreakdown(member.id)} />
      <div className="form-actions">
        {(nextCursor !== null || lines.length > most) && status !== 'error' && (
          <Button variant="quiet" busy={status === 'loading'} onClick={showMore}>
            {status === 'loading' ? 'Loading…' : 'Show older sales'}
          </Button>
        )}
        {isNarrowed && (
          <Button variant="link" onClick={() => void filterBreakdown(member.id, {})}>
            Show all sales
          </Button>
        )}
      </div>
    </section>
  )
}

/** Reloads the list when the totals have changed. */
function useRefresh(memberId: string, sums: string): void {
  const shown = useRef(sums)
  useEffect(() => {
    if (shown.current === sums) return
    shown.current = sums
    void refreshBreakdown(memberId)
  }, [memberId, sums])
}

function Lines({ most, isNarrowed, onRetry }: { most: number; isNarrowed: boolean; onRetry: () => void }) {
  const { status, lines, error } = useStore($breakdown, NO_BREAKDOWN)
  return (
    <>
      {lines.length > 0 && <BreakdownTable lines={lines.slice(0, most)} />}
      {status === 'ready' && lines.length === 0 && (
        <p className="secondary-text">
          {isNarrowed ? 'No sales match these filters.' : 'No sales with commission yet.'}
        </p>
      )}
      {status === 'loading' && lines.length === 0 && <Skeleton size="card" />}
      {status === 'error' && <LoadFailed what="Your sales" why={error ?? ''} onRetry={onRetry} />}
    </>
  )
}

function Filters({
  filters,
  earnings: { events, links },
  onNarrow,
}: {
  filters: BreakdownFilters
  earnings: StaffEarnings
  onNarrow: (change: BreakdownFilters) => void
}) {
  const id = useId()
  return (
    <div className="filters">
      <Select
        id={`${id}-event`}
        label="Event"
        value={filters.eventId ?? ''}
        onChange={(event) => onNarrow({ eventId: event.currentTarget.value })}
      >
        <option value="">All events</option>
        {events.map(({ eventId, eventTitle }) => (
          <option key={eventId} value={eventId}>
            {eventTitle}
          </option>
        ))}
      </Select>
      <Select
        id={`${id}-link`}
        label="Link"
        value={filters.linkId ?? ''}
        onChange={(event) => onNarrow({ linkId: event.currentTarget.value })}
      >
        <option value="">All links</option>
        {links.map(({ linkId, name }) => (
          <option key={linkId} value={linkId}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        id={`${id}-from`}
        label="From"
        type="date"
        value={filters.from ?? ''}
        onChange={(event) => onNarrow({ from: event.currentTarget.value })}
      />
      <Field
        id={`${id}-to`}
        label="To"
        type="date"
        value={filters.to ?? ''}
        onChange={(event) => onNarrow({ to: event.currentTarget.value })}
      />
    </div>
  )
}
