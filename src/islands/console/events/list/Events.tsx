import { useEffect, useState } from 'react'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { Checklist } from '#islands/console/start/Checklist.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useOneTimeParameter } from '#islands/platform/use-one-time-parameter.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { eventList, type EventFilters } from '#stores/console/events/events.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { EventFilterBar } from './EventFilterBar.tsx'
import { EventTable } from './EventTable.tsx'
import { NewEventDialog } from './NewEventDialog.tsx'
import { useEventFilters } from './use-event-filters.ts'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'

const WAITING = (
  <LoadingScreen label="Loading your events…">
    <Skeletons size="row" count={4} />
  </LoadingScreen>
)

/** The page `/promoter/events`. */
export function Events() {
  return <ConsoleGate skeleton={WAITING}>{() => <EventsScreen />}</ConsoleGate>
}

function EventsScreen() {
  const [filters, setFilters] = useEventFilters()
  const [isCreating, create] = useState(useOneTimeParameter('new', 'event'))
  const { when, q } = filters
  useEffect(() => void eventList.load({ when, q }), [when, q])
  return (
    <div className="sections">
      <Checklist />
      <div className="section-head">
        <EventFilterBar filters={filters} onChange={setFilters} />
        <Button onClick={() => create(true)}>New event</Button>
      </div>
      <List filters={filters} onCreate={() => create(true)} />
      <NewEventDialog isOpen={isCreating} onClose={() => create(false)} />
    </div>
  )
}

function List({ filters, onCreate }: { filters: EventFilters; onCreate: () => void }) {
  const { rows, nextCursor, isLoading, failure } = useStore(eventList.$list, EMPTY_LIST)
  if (failure && !rows)
    return <LoadFailed what="Your events" why={failure} onRetry={() => void eventList.load(filters)} />
  if (!rows) return WAITING
  if (rows.length === 0 && !isLoading) return <NoEvents filters={filters} onCreate={onCreate} />
  return (
    <div className="sections" aria-busy={isLoading}>
      <EventTable rows={rows} onDeleted={() => void eventList.load(filters)} />
      {failure && <LoadFailed what="More events" why={failure} onRetry={() => void eventList.more()} />}
      {nextCursor !== null && (
        <div>
          <Button variant="quiet" busy={isLoading} onClick={() => void eventList.more()}>
            {isLoading ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  )
}

const NONE: Readonly<Record<EventFilters['when'], string>> = {
  upcoming: 'No upcoming events',
  draft: 'No drafts',
  past: 'No past events',
  cancelled: 'No cancelled events',
}

function NoEvents({ filters, onCreate }: { filters: EventFilters; onCreate: () => void }) {
  if (filters.q)
    return (
      <div className="empty-state">
        <h2>No events found for “{filters.q}”</h2>
        <p>Search covers titles, venues and cities.</p>
      </div>
    )
  return (
    <div className="empty-state">
      <h2>{NONE[filters.when]}</h2>
      {filters.when === 'upcoming' && (
        <>
          <p>An event is a date with tickets. It stays a draft that only you see until you publish it.</p>
          <Button onClick={onCreate}>Create an event</Button>
        </>
      )}
    </div>
  )
}
