import { useEffect } from 'react'
import { now } from '#browser/clock.ts'
import type { TicketBoard } from '#contracts/console/ticket-types.ts'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useStore } from '#islands/use-store.ts'
import { $board, loadBoard } from '#stores/console/ticket-types.ts'
import { LOADING } from '#stores/loaded.ts'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { EventHead } from '../events/EventHead.tsx'
import { momentOnWall, statusMark } from '../events/event-words.ts'
import { Pools } from './Pools.tsx'
import { TypeList } from './TypeList.tsx'

const WAITING = (
  <div className="desk-sections" aria-busy="true">
    <p className="visually-hidden" aria-live="polite">
      Loading tickets…
    </p>
    <div className="skeleton tickets-skeleton-head" />
    <div className="skeleton tickets-skeleton" />
    <div className="skeleton tickets-skeleton" />
    <div className="skeleton tickets-skeleton" />
  </div>
)

/** `/promoter/events/{id}/tickets`: what an event sells. */
export function Tickets({ eventId }: { eventId: string }) {
  return <ConsoleGate skeleton={WAITING}>{() => <TicketScreen eventId={eventId} />}</ConsoleGate>
}

function TicketScreen({ eventId }: { eventId: string }) {
  const { data, failure } = useStore($board, LOADING)
  useEffect(() => void loadBoard(eventId), [eventId])
  if (!data) {
    if (!failure) return WAITING
    return <LoadFailed what="The tickets" why={failure} onRetry={() => void loadBoard(eventId)} />
  }
  return (
    <div className="desk-sections">
      <TicketHead board={data} />
      <TypeList board={data} />
      <Pools board={data} />
    </div>
  )
}

function TicketHead({ board }: { board: TicketBoard }) {
  const { id, title, status, startsAt, endsAt, timeZone } = board.event
  return (
    <EventHead
      id={id}
      title={title}
      mark={statusMark({ status }, Date.parse(endsAt), now())}
      begins={momentOnWall(startsAt, timeZone)}
      current="tickets"
    />
  )
}
