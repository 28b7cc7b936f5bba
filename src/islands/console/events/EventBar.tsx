import { useState } from 'react'
import { now } from '#browser/platform/clock.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { fromWallClock } from '#model/platform/time/wall-clock-fields.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { AUTOSAVE_SAVED, type Saving } from '#stores/console/events/event-saving.ts'
import { $saving } from '#stores/console/events/event.ts'
import { Notice } from '#ui/Notice.tsx'
import { EventHead } from './EventHead.tsx'
import { PublishButton } from './PublishButton.tsx'
import { statusBadge, formatWallClock } from './format-event.ts'

export function EventBar({ event, fields }: { event: ConsoleEvent; fields: EventFields }) {
  const [refusal, refuse] = useState('')
  const { endsAt, timeZone } = event.fields
  const badge = statusBadge(event, Date.parse(fromWallClock(endsAt, timeZone) ?? ''), now())
  return (
    <EventHead
      id={event.id}
      title={fields.title}
      badge={badge}
      begins={formatWallClock(fields.startsAt)}
      current="details"
      actions={
        <>
          <SaveState />
          {event.status !== 'cancelled' && <PublishButton event={event} onAnswer={refuse} />}
        </>
      }
    >
      {refusal && <Notice tone="danger" title={refusal} urgent />}
    </EventHead>
  )
}

function SaveState() {
  const saving = useStore($saving, AUTOSAVE_SAVED)
  return (
    <p className="save-state" aria-live="polite" data-state={saving.state}>
      {saveMessage(saving)}
    </p>
  )
}

function saveMessage(saving: Saving): string {
  switch (saving.state) {
    case 'saved':
      return 'Saved'
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'refused':
      return 'Not saved: correct the marked fields'
    case 'offline':
      return 'Not saved yet. Keep this page open: we’ll try again'
    case 'stopped':
      return `Not saved: ${saving.why}`
    case 'conflict':
      return 'Not saved: someone else edited this event'
  }
}
