import { useEffect } from 'react'
import { confirmBeforeLeaving } from '#browser/console/confirm-before-leaving.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $event, $eventFields, $isUnsaved, loadEvent, saveEvent } from '#stores/console/events/event.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { CancelledCard } from './CancelledCard.tsx'
import { EventBar } from './EventBar.tsx'
import { ConflictBar, EventConflict } from './EventConflict.tsx'
import { EventForm } from './EventForm.tsx'
import { EventPreview } from './EventPreview.tsx'
import { HoldAlarms } from '#islands/console/events/sections/HoldAlarms.tsx'
import { PublishCard } from './PublishCard.tsx'
import { SeriesList } from '#islands/console/events/list/SeriesList.tsx'

const WAITING = <AccountSkeleton label="Loading the event…" blocks={4} />

/** The page `/promoter/events/{id}`, with everything about an event except its tickets. */
export function EventEditor({ id }: { id: string }) {
  return (
    <ConsoleGate skeleton={WAITING}>
      {(promoter) => <LoadedEvent id={id} promoterId={promoter.id} />}
    </ConsoleGate>
  )
}

function LoadedEvent({ id, promoterId }: { id: string; promoterId: string }) {
  const { data, error } = useStore($event, LOADING)
  const fields = useStore($eventFields, undefined)
  useEffect(() => void loadEvent(id), [id])
  useGuards()
  if (error) return <LoadFailed what="The event" why={error} onRetry={() => void loadEvent(id)} />
  if (!data || !fields) return WAITING
  return <Editor event={data} fields={fields} promoterId={promoterId} />
}

/** Warns before the user leaves the page with unsaved changes, and saves them when the browser is online again. */
function useGuards(): void {
  const isUnsaved = useStore($isUnsaved, false)
  useEffect(() => (isUnsaved ? confirmBeforeLeaving() : undefined), [isUnsaved])
  useEffect(() => {
    const retry = (): void => void saveEvent()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
}

function Editor({
  event,
  fields,
  promoterId,
}: {
  event: ConsoleEvent
  fields: EventFields
  promoterId: string
}) {
  const isCancelled = event.status === 'cancelled'
  return (
    <div className="event-editor">
      <EventBar event={event} fields={fields} />
      <EventConflict fields={fields} />
      <div className="event-columns">
        <div className="event-main">
          <HoldAlarms event={event} />
          {isCancelled ? <CancelledCard event={event} /> : <EventForm fields={fields} />}
        </div>
        <aside className="event-aside" aria-label="Publishing and preview">
          {!isCancelled && <PublishCard event={event} />}
          <SeriesList event={event} />
          <EventPreview event={event} fields={fields} promoterId={promoterId} />
        </aside>
      </div>
      <ConflictBar />
    </div>
  )
}
