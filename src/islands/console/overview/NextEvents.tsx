import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FunnelBar } from '#ui/plots/FunnelBar.tsx'
import { formatDayIn, formatTimeIn } from '#ui/format/format-dates.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

type NextEvent = Overview['nextEvents'][number]

export function NextEvents({ events }: { events: readonly NextEvent[] }) {
  return (
    <section className="section" aria-labelledby="next-title">
      <div className="section-head">
        <h2 id="next-title">Upcoming events</h2>
        <a href={consoleUrls.events()}>All events</a>
      </div>
      {events.length === 0 ? (
        <p className="secondary-text">No upcoming events are on sale.</p>
      ) : (
        <ul className="next-events">
          {events.map((event) => (
            <NextEventLine key={event.id} event={event} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NextEventLine({ event }: { event: NextEvent }) {
  const { id, title, startsAt, timeZone, city, sold, capacity } = event
  return (
    <li>
      <div>
        <a href={consoleUrls.event(id)} dir="auto">
          {title}
        </a>
        <p className="secondary-text">
          {formatDayIn(startsAt, timeZone)}, {formatTimeIn(startsAt, timeZone)} · {city}
        </p>
      </div>
      <div className="next-event-sold">
        <FunnelBar share={capacity > 0 ? sold / capacity : 0} />
        <p>
          <strong>{formatNumber(sold)}</strong> of {formatNumber(capacity)} sold
        </p>
      </div>
      <a
        className="small-link"
        href={`${consoleUrls.reports()}?report=pace&eventId=${id}`}
        aria-label={`Sales pace of ${title}`}
      >
        Pace
      </a>
    </li>
  )
}
