import { now } from '#browser/platform/clock.ts'
import type { EventForCheckIn } from '#contracts/console/door/check-ins.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { checkInEvents } from '#stores/console/check-in/check-in.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatDayIn } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { LoadingScreen, Skeleton } from '#ui/loading/Skeleton.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { Dashboard } from './Dashboard.tsx'
import { DoorConflicts } from './DoorConflicts.tsx'
import { DoorSales } from './sales/DoorSales.tsx'
import { Entrances } from './Entrances.tsx'
import { TicketNotes } from './TicketNotes.tsx'

const WAITING = (
  <LoadingScreen label="Loading check-in…">
    <Skeleton size="row" />
    <Skeleton size="plot" />
  </LoadingScreen>
)

/** The page `/promoter/check-in` with an event's entrances, live counts, door sales and double entries. */
export function CheckIn() {
  return <ConsoleGate skeleton={WAITING}>{() => <Events />}</ConsoleGate>
}

function Events() {
  const { data: events, error } = useStore(checkInEvents.$store, LOADING)
  if (error && !events)
    return <LoadFailed what="Your events" why={error} onRetry={() => void checkInEvents.load()} />
  if (!events) return WAITING
  const [first, ...others] = events
  if (!first) return <NoEvents />
  return <EventScreen events={[first, ...others]} />
}

function NoEvents() {
  return (
    <div className="empty-state">
      <h2>No published events yet</h2>
      <p>Publish an event to set up its entrances.</p>
      <a className="button" href={consoleUrls.events()}>
        Go to events
      </a>
      <a href={consoleUrls.doorDevices()}>Devices</a>
    </div>
  )
}

const VIEWS = [
  ['live', 'Live'],
  ['sales', 'Door sales'],
  ['entrances', 'Entrances'],
  ['notes', 'Notes'],
  ['conflicts', 'Double entries'],
] as const

const NAMES = ['event', 'view'] as const

type Events = readonly [EventForCheckIn, ...EventForCheckIn[]]

function EventScreen({ events }: { events: Events }) {
  const [values, change] = useUrlFilters(NAMES)
  const event = events.find(({ id }) => id === values.event) ?? nextEvent(events)
  const [view] = VIEWS.find(([id]) => id === values.view) ?? VIEWS[0]
  return (
    <div className="sections">
      <div className="check-in-head">
        <Select
          id="check-in-event"
          label="Event"
          value={event.id}
          onChange={({ currentTarget }) => change({ event: currentTarget.value })}
        >
          {events.map(({ id, title, startsAt, timeZone }) => (
            <option key={id} value={id}>
              {title}, {formatDayIn(startsAt, timeZone)}
            </option>
          ))}
        </Select>
        <SegmentedControl label="View" options={VIEWS} value={view} onChoose={(id) => change({ view: id })} />
        <a href={consoleUrls.doorDevices()}>Devices</a>
      </div>
      {view === 'live' && (
        <Dashboard key={event.id} event={event} onConflicts={() => change({ view: 'conflicts' })} />
      )}
      {view === 'sales' && <DoorSales key={event.id} event={event} />}
      {view === 'entrances' && <Entrances key={event.id} event={event} />}
      {view === 'notes' && <TicketNotes key={event.id} eventId={event.id} />}
      {view === 'conflicts' && <DoorConflicts key={event.id} event={event} />}
    </div>
  )
}

/** Returns the current or next event; without one, the latest event. */
const nextEvent = (events: Events): EventForCheckIn =>
  events.find(({ endsAt, status }) => status === 'published' && Date.parse(endsAt) > now()) ??
  events.at(-1) ??
  events[0]
