import { useEffect, useState } from 'react'
import { now } from '#browser/platform/clock.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { TicketBoard } from '#contracts/console/ticket-types.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $event, loadEvent } from '#stores/console/events/event.ts'
import { $ticketBoard, loadTicketBoard } from '#stores/console/events/ticket-types.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Notice } from '#ui/Notice.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { EventHead } from '../events/EventHead.tsx'
import { statusBadge } from '../events/format-event.ts'
import { PublishButton } from '../events/PublishButton.tsx'
import { eventFieldId } from '../events/use-event-field.ts'
import { Pools } from './Pools.tsx'
import { TicketTypeList } from './TicketTypeList.tsx'
import { formatMomentIn } from '#ui/format/format-dates.ts'
import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

const WAITING = (
  <LoadingScreen label="Loading tickets…">
    <Skeleton size="row" />
    <Skeletons size="head" count={3} />
  </LoadingScreen>
)

/** The page `/promoter/events/{id}/tickets` with an event's ticket types and pools. */
export function Tickets({ eventId }: { eventId: string }) {
  return <ConsoleGate skeleton={WAITING}>{() => <TicketScreen eventId={eventId} />}</ConsoleGate>
}

function TicketScreen({ eventId }: { eventId: string }) {
  const { data, error } = useStore($ticketBoard, LOADING)
  useEffect(() => void loadTicketBoard(eventId), [eventId])
  if (!data) {
    if (!error) return WAITING
    return <LoadFailed what="The tickets" why={error} onRetry={() => void loadTicketBoard(eventId)} />
  }
  return (
    <div className="sections">
      <TicketHead board={data} />
      <TicketTypeList board={data} />
      <Pools board={data} />
    </div>
  )
}

function TicketHead({ board }: { board: TicketBoard }) {
  const { id, title, status, startsAt, endsAt, timeZone } = board.event
  const { data } = useStore($event, LOADING)
  const [refusal, refuse] = useState('')
  useEffect(() => void loadEvent(id), [id])
  const event = data?.id === id ? data : undefined
  const showAnswer = (why: string): void => {
    refuse(why)
    void loadTicketBoard(id)
  }
  return (
    <EventHead
      id={id}
      title={title}
      badge={statusBadge(event ?? { status }, Date.parse(endsAt), now())}
      begins={formatMomentIn(startsAt, timeZone)}
      current="tickets"
      actions={event && event.status !== 'cancelled' && <PublishButton event={event} onAnswer={showAnswer} />}
    >
      {refusal && (
        <Notice tone="danger" title={refusal} urgent>
          {event && <Missing event={event} />}
        </Notice>
      )}
    </EventHead>
  )
}

/** Lists what is missing before the event can be published. */
function Missing({ event }: { event: ConsoleEvent }) {
  return (
    <ul className="missing">
      {event.missing.map(({ path, message }) => (
        <li key={path}>
          {path === 'tickets' ? (
            message
          ) : (
            <a href={`${consoleUrls.event(event.id)}#${eventFieldId(path)}`}>{message}</a>
          )}
        </li>
      ))}
    </ul>
  )
}
