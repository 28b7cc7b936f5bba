import { useState, type ReactNode } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { Result } from '#model/platform/result.ts'
import { discardEvent, unpublishEvent } from '#stores/console/events/event-actions.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { DeleteDraft } from './DeleteDraft.tsx'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import { eventFieldId } from './use-event-field.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'
import { Card } from '#ui/Card.tsx'

/** Status of the event, what is missing before it can be published, and further actions such as unpublishing and cancelling. */
export function PublishCard({ event }: { event: ConsoleEvent }) {
  return (
    <Card
      as="section"
      className="publish-card"
      id="publish-card"
      tabIndex={-1}
      aria-labelledby="publish-title"
    >
      <h2 id="publish-title">{titleOf(event)}</h2>
      {event.missing.length > 0 && <Missing event={event} />}
      {event.status === 'published' ? <LiveFacts event={event} /> : <DraftFacts event={event} />}
      <MoreActions event={event} />
    </Card>
  )
}

function titleOf({ status, hasChanges, missing }: ConsoleEvent): string {
  if (status === 'published') return hasChanges ? 'Unpublished changes' : 'Live'
  return missing.length > 0 ? 'Before you can publish' : 'Ready to publish'
}

function Missing({ event }: { event: ConsoleEvent }) {
  return (
    <ul className="missing">
      {event.missing.map(({ path, message }) => (
        <li key={path}>
          <a href={path === 'tickets' ? consoleUrls.eventTickets(event.id) : `#${eventFieldId(path)}`}>
            {message}
          </a>
        </li>
      ))}
    </ul>
  )
}

function DraftFacts({ event }: { event: ConsoleEvent }) {
  return (
    <p className="secondary-text">
      {event.publishedAt
        ? 'Not on your site. Tickets already sold stay valid.'
        : 'Only you and your team see this draft.'}
    </p>
  )
}

function LiveFacts({ event }: { event: ConsoleEvent }) {
  return (
    <>
      {event.hasChanges && (
        <p className="secondary-text">
          Visitors see the last published version until you publish your changes.
        </p>
      )}
      {event.url && (
        <p className="event-link">
          <a href={event.url} target="_blank" rel="noopener">
            {event.url.replace(/^https?:\/\//, '')}
          </a>{' '}
          <CopyButton text={event.url} what="link" />
        </p>
      )}
      <p className="secondary-text">
        {formatNumber(event.sold)} of {formatNumber(event.capacity)} tickets sold
      </p>
    </>
  )
}

type Opened = 'nothing' | 'duplicate' | 'cancel'

function MoreActions({ event }: { event: ConsoleEvent }) {
  const [opened, open] = useState<Opened>('nothing')
  const close = (): void => open('nothing')
  return (
    <>
      <div className="publish-actions">
        <Button variant="quiet" onClick={() => open('duplicate')}>
          Duplicate…
        </Button>
        {event.hasChanges && <Act work={discardEvent}>Discard changes</Act>}
        {event.status === 'published' && <Act work={unpublishEvent}>Unpublish</Act>}
        {event.status === 'draft' && !event.publishedAt && (
          <DeleteDraft
            event={{ id: event.id, title: event.fields.title }}
            onDeleted={() => goTo(consoleUrls.events())}
          />
        )}
        {(event.publishedAt || event.status === 'published') && (
          <Button variant="quiet" onClick={() => open('cancel')}>
            Cancel event…
          </Button>
        )}
      </div>
      <DuplicateDialog event={event} isOpen={opened === 'duplicate'} onClose={close} />
      <CancelDialog event={event} isOpen={opened === 'cancel'} onClose={close} />
    </>
  )
}

function Act({ work, children }: { work: () => Promise<Result<unknown>>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const act = async (): Promise<void> => {
    setBusy(true)
    const answer = await work()
    refuse(answer.success ? '' : answer.error.message)
    setBusy(false)
  }
  return (
    <>
      <Button variant="quiet" busy={isBusy} onClick={() => void act()}>
        {children}
      </Button>
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
