import { useState } from 'react'
import { now } from '#browser/clock.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/console-urls.ts'
import type { EventFields } from '#model/event-drafts.ts'
import { useStore } from '#islands/use-store.ts'
import { $saving, SAVED } from '#stores/console/event.ts'
import type { Saving } from '#stores/console/event-saving.ts'
import { Notice } from '#ui/Notice.tsx'
import { PublishButton } from './PublishButton.tsx'
import { statusMark, wallClockWords } from './event-words.ts'

/** Which event it is, whether it is saved, and the one thing to do with it next. */
export function EventBar({ event, fields }: { event: ConsoleEvent; fields: EventFields }) {
  const [refusal, refuse] = useState('')
  const mark = statusMark(event, Date.parse(`${event.fields.endsAt}Z`), now())
  return (
    <header className="event-bar">
      <p className="event-bar-back">
        <a href={consoleUrls.events()}>All events</a>
      </p>
      <div className="event-bar-head">
        <div className="event-bar-title">
          <h1 dir="auto">{fields.title || 'No title yet'}</h1>
          <p className="desk-quiet">
            <span className="badge" data-tone={mark.tone}>
              {mark.words}
            </span>{' '}
            {wallClockWords(fields.startsAt)}
          </p>
        </div>
        <div className="event-bar-do">
          <SaveState />
          {event.status !== 'cancelled' && <PublishButton event={event} onAnswer={refuse} />}
        </div>
      </div>
      {refusal && <Notice tone="danger" title={refusal} urgent />}
      <EventTabs id={event.id} current="details" />
    </header>
  )
}

/** The two halves of an event. */
export function EventTabs({ id, current }: { id: string; current: 'details' | 'tickets' }) {
  return (
    <nav className="event-tabs" aria-label="Event">
      <a href={consoleUrls.event(id)} aria-current={current === 'details' ? 'page' : undefined}>
        Details
      </a>
      <a href={consoleUrls.eventTickets(id)} aria-current={current === 'tickets' ? 'page' : undefined}>
        Tickets
      </a>
    </nav>
  )
}

function SaveState() {
  const saving = useStore($saving, SAVED)
  return (
    <p className="save-state" aria-live="polite" data-state={saving.state}>
      {saveWords(saving)}
    </p>
  )
}

function saveWords(saving: Saving): string {
  switch (saving.state) {
    case 'saved':
      return 'Saved'
    case 'waiting':
    case 'saving':
      return 'Saving…'
    case 'refused':
      return 'Not saved: some fields need another look'
    case 'offline':
      return 'Not saved yet. Keep this page open: it is tried again'
    case 'stopped':
      return `Not saved: ${saving.why}`
    case 'conflict':
      return 'Not saved: somebody else was here'
  }
}
