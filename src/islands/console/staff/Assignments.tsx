import { useEffect, useState } from 'react'
import type { ConsoleAssignment } from '#contracts/console/staff/assignments.ts'
import { formatDayIn, formatTimeIn } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { staffOptions, members, assignments } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { AssignmentDialog } from './AssignmentDialog.tsx'
import { StaffScreen } from './StaffScreen.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'

const NAMES = ['eventId', 'accountId'] as const

/** The page `/promoter/staff/assignments`. */
export function Assignments() {
  return (
    <StaffScreen current="Assignments" waiting="Loading assignments…">
      {() => <AssignmentList />}
    </StaffScreen>
  )
}

function AssignmentList() {
  const list = useStore(assignments.$list, EMPTY_LIST)
  const [filters, narrow] = useUrlFilters(NAMES)
  const [open, setOpen] = useState<ConsoleAssignment | 'new'>()
  const { eventId, accountId } = filters
  useEffect(() => {
    void assignments.load({ ...(eventId ? { eventId } : {}), ...(accountId ? { accountId } : {}) })
  }, [eventId, accountId])
  const reload = (): void => void assignments.load(filters)
  return (
    <section className="section" aria-labelledby="assignments">
      <div className="section-head">
        <h2 id="assignments">Schedule</h2>
        <Button onClick={() => setOpen('new')}>Assign member</Button>
      </div>
      <Filters filters={filters} onNarrow={narrow} />
      <PagedRows
        list={list}
        what="Assignments"
        onRetry={reload}
        onMore={() => void assignments.more()}
        empty={
          <p>
            {eventId || accountId
              ? 'No assignments match these filters.'
              : 'No assignments yet. Assigned members see the time, place and role in the staff portal.'}
          </p>
        }
      >
        {(rows) => <AssignmentTable rows={rows} onOpen={setOpen} />}
      </PagedRows>
      {open && (
        <AssignmentDialog
          key={open === 'new' ? 'new' : open.id}
          {...(open === 'new' ? {} : { assignment: open })}
          onClose={() => setOpen(undefined)}
          onChanged={reload}
        />
      )}
    </section>
  )
}

function Filters({
  filters,
  onNarrow,
}: {
  filters: Partial<Record<(typeof NAMES)[number], string>>
  onNarrow: (change: Partial<Record<(typeof NAMES)[number], string>>) => void
}) {
  const { data: people } = useStore(members.$store, LOADING)
  const { data: offered } = useStore(staffOptions.$store, LOADING)
  return (
    <div className="filters">
      <FilterSelect
        id="assignment-event"
        label="Event"
        value={filters.eventId}
        all="All events"
        options={offered?.events.map(({ id, title }) => [id, title]) ?? []}
        onChoose={(eventId) => onNarrow({ eventId })}
      />
      <FilterSelect
        id="assignment-member"
        label="Member"
        value={filters.accountId}
        all="Everyone"
        options={people?.members.map(({ accountId, name }) => [accountId, name]) ?? []}
        onChoose={(accountId) => onNarrow({ accountId })}
      />
    </div>
  )
}

function AssignmentTable({
  rows,
  onOpen,
}: {
  rows: readonly ConsoleAssignment[]
  onOpen: (row: ConsoleAssignment) => void
}) {
  return (
    <DataTable
      labelledBy="assignments"
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        {
          name: 'Member',
          cell: ({ memberName, role }) => (
            <>
              {memberName} <span className="badge">{ROLE_LABELS[role].name}</span>
            </>
          ),
        },
        { name: 'Event', cell: ({ eventTitle }) => <span dir="auto">{eventTitle}</span> },
        { name: 'When', cell: formatAssignmentTime },
        { name: 'Note', cell: ({ note }) => <span dir="auto">{note || '–'}</span> },
        {
          name: 'Change',
          isUnnamed: true,
          cell: (row) => (
            <Button
              variant="quiet"
              aria-label={`Change ${row.memberName} at ${row.eventTitle}`}
              onClick={() => onOpen(row)}
            >
              Change
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Formats the time of an assignment in the event's time zone. */
function formatAssignmentTime({ startsAt, endsAt, timeZone, isOver }: ConsoleAssignment) {
  const [from, to] = [formatDayIn(startsAt, timeZone), formatDayIn(endsAt, timeZone)]
  const end = from === to ? formatTimeIn(endsAt, timeZone) : `${to}, ${formatTimeIn(endsAt, timeZone)}`
  return (
    <>
      {from}, {formatTimeIn(startsAt, timeZone)} – {end}
      {isOver && <span className="secondary-text">Over</span>}
    </>
  )
}
