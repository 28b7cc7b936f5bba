import type { Assignment } from '#contracts/portal/staff.ts'
import { urls } from '#contracts/platform/urls.ts'
import { formatDayIn, formatTimeIn } from '#ui/format/format-dates.ts'
import { Card } from '#ui/Card.tsx'

const ROLE: Readonly<Record<Assignment['role'], string>> = { sales: 'Sales', door: 'Door' }

/** A scheduled assignment of the member. Times are in the event's time zone. */
export function AssignmentCard({ assignment }: { assignment: Assignment }) {
  const { timeZone, startsAt, endsAt } = assignment
  const place = [assignment.venueName, assignment.city].filter(Boolean).join(', ')
  return (
    <Card as="article" className="assignment">
      <p className="assignment-when">
        <time dateTime={startsAt}>
          <strong>{formatDayIn(startsAt, timeZone)}</strong>
          <span>
            {formatTimeIn(startsAt, timeZone)}–{formatTimeIn(endsAt, timeZone)}
          </span>
        </time>
      </p>
      <div>
        <h3 dir="auto">
          <a href={urls.event(assignment.eventSlug)}>{assignment.eventTitle}</a>
        </h3>
        <p className="secondary-text">
          {place && `${place}. `}Starts {formatTimeIn(assignment.eventStartsAt, timeZone)}.
        </p>
        {assignment.note && <p dir="auto">{assignment.note}</p>}
        {assignment.eventStatus !== 'cancelled' && (
          <a className="small-link" href={urls.eventCalendar(assignment.eventSlug)}>
            Add to calendar
          </a>
        )}
      </div>
      <p className="assignment-badges">
        <span className="badge">{ROLE[assignment.role]}</span>
        {assignment.eventStatus === 'cancelled' && (
          <span className="badge" data-tone="danger">
            Cancelled
          </span>
        )}
      </p>
    </Card>
  )
}
