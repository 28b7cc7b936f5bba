import type { ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatWallClock } from '#islands/console/events/format-event.ts'
import { Card } from '#ui/Card.tsx'

const STATUS = { draft: 'Draft', published: 'Published', cancelled: 'Cancelled' } as const

export function SeriesList({ event }: { event: ConsoleEvent }) {
  if (event.series.length < 2) return null
  return (
    <Card as="section" className="series" aria-labelledby="series-title">
      <h2 id="series-title">{event.series.length} dates</h2>
      <ol>
        {event.series.map(({ id, startsAt, status }) => (
          <li key={id}>
            <a href={consoleUrls.event(id)} aria-current={id === event.id ? 'page' : undefined}>
              {formatWallClock(startsAt)}
            </a>
            <span className="secondary-text">{STATUS[status]}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
