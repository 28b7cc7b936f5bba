import { useEffect } from 'react'
import { consoleUrls } from '#contracts/console-urls.ts'
import type { TicketBoard } from '#contracts/console/ticket-types.ts'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useStore } from '#islands/use-store.ts'
import { $board, loadBoard } from '#stores/console/ticket-types.ts'
import { LOADING } from '#stores/loaded.ts'
import { ConsoleGate } from '../ConsoleGate.tsx'
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
  const { event } = board
  return (
    <header className="tickets-head">
      <p className="desk-quiet">
        <a href={consoleUrls.event(event.id)} dir="auto">
          {event.title}
        </a>
      </p>
      <h1>Tickets</h1>
    </header>
  )
}
