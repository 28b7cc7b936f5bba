import type { Assignment } from '#contracts/portal/staff.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $now } from '#stores/platform/clock.ts'
import { $assignments, loadAssignments } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { AssignmentCard } from './AssignmentCard.tsx'
import { PortalGate } from './PortalGate.tsx'
import { PortalSkeleton } from './PortalSkeleton.tsx'
import { formatCount } from '#ui/format/format-numbers.ts'

const WAITING = <PortalSkeleton label="Loading your assignments…" blocks={['card', 'card', 'card']} />

/** The page `/account/staff/assignments`. */
export function Assignments() {
  return <PortalGate skeleton={WAITING}>{() => <List />}</PortalGate>
}

function List() {
  const { data, error } = useStore($assignments, LOADING)
  const now = useStore($now, 0)
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="Your assignments" why={error} onRetry={() => void loadAssignments()} />
  }
  const isPast = ({ endsAt }: Assignment): boolean => Date.parse(endsAt) <= now
  const past = data.filter(isPast)
  const coming = data.filter((each) => !isPast(each))
  return (
    <div className="sections">
      {coming.length === 0 && (
        <div className="empty-state">
          <h2>No assignments yet</h2>
          <p>When the promoter assigns you to an event, its date, place and times appear here.</p>
        </div>
      )}
      {coming.length > 0 && (
        <section className="section" aria-labelledby="coming-title">
          <h2 id="coming-title">Upcoming</h2>
          <Cards name="Coming assignments" assignments={coming} />
        </section>
      )}
      {past.length > 0 && (
        <details className="fold">
          <summary>{formatCount(past.length, 'past assignment')}</summary>
          <Cards name="Past assignments" assignments={past} />
        </details>
      )}
    </div>
  )
}

function Cards({ name, assignments }: { name: string; assignments: readonly Assignment[] }) {
  return (
    <ul className="cards" aria-label={name}>
      {assignments.map((assignment) => (
        <li key={assignment.id}>
          <AssignmentCard assignment={assignment} />
        </li>
      ))}
    </ul>
  )
}
