import { useEffect, useId, useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import type { EventForCheckIn } from '#contracts/console/door/check-ins.ts'
import { resolveDoorConflict, type DoorConflict } from '#contracts/console/door/dashboard.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { doorConflicts, resolveConflict } from '#stores/console/check-in/check-in.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { formatDateTime, formatMomentIn } from '#ui/format/format-dates.ts'
import { PagedRows } from '../PagedRows.tsx'

const STATES = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
] as const

/** Tickets that were admitted twice. Each is resolved with a note. */
export function DoorConflicts({ event }: { event: EventForCheckIn }) {
  const list = useStore(doorConflicts.$list, EMPTY_LIST)
  const [state, choose] = useState<'open' | 'resolved'>('open')
  const [resolving, resolve] = useState<DoorConflict>()
  useEffect(() => void doorConflicts.load({ id: event.id, state }), [event.id, state])
  return (
    <section className="section" aria-labelledby="door-conflicts">
      <div className="section-head">
        <h2 id="door-conflicts">Double entries</h2>
        <SegmentedControl label="State" options={STATES} value={state} onChoose={choose} />
      </div>
      <p className="secondary-text">
        Offline devices can’t see each other’s scans, so a ticket shown at two of them is admitted twice.
      </p>
      <PagedRows
        list={list}
        what="The double entries"
        onRetry={() => void doorConflicts.reload()}
        onMore={() => void doorConflicts.more()}
        empty={
          <p>{state === 'open' ? 'No tickets were admitted twice.' : 'No resolved double entries yet.'}</p>
        }
      >
        {(rows) => (
          <ul className="cards">
            {rows.map((row) => (
              <li key={row.id}>
                <ConflictCard conflict={row} timeZone={event.timeZone} onResolve={() => resolve(row)} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
      <TitledDialog
        isOpen={resolving !== undefined}
        onClose={() => resolve(undefined)}
        className="dialog"
        title="Resolve double entry"
      >
        {resolving && <ResolveForm conflict={resolving} onDone={() => resolve(undefined)} />}
      </TitledDialog>
    </section>
  )
}

interface CardProps {
  conflict: DoorConflict
  timeZone: string
  onResolve: () => void
}

function ConflictCard({ conflict, timeZone, onResolve }: CardProps) {
  const titleId = useId()
  const { holder, code, ticketName, orderId, orderNumber, first, second, resolvedAt, resolvedBy, note } =
    conflict
  return (
    <Card as="article" className="conflict-card" aria-labelledby={titleId}>
      <h3 id={titleId} dir="auto">
        {holder || code}
      </h3>
      <p className="secondary-text">
        <code>{code}</code> · <span dir="auto">{ticketName}</span> · Order{' '}
        <a href={consoleUrls.order(orderId)}>{orderNumber}</a>
      </p>
      <dl className="conflict-scans">
        <div>
          <dt>First</dt>
          <dd>{scanLabel(first, timeZone)}</dd>
        </div>
        <div>
          <dt>Again</dt>
          <dd>{scanLabel(second, timeZone)}</dd>
        </div>
      </dl>
      {resolvedAt === null ? (
        <Button
          variant="quiet"
          aria-label={`Resolve the double entry of ${holder || code}`}
          onClick={onResolve}
        >
          Resolve
        </Button>
      ) : (
        <p>
          <span dir="auto">{note}</span>
          <span className="secondary-text conflict-by">
            Resolved by {resolvedBy || 'an API key or a deleted account'}, {formatDateTime(resolvedAt)}
          </span>
        </p>
      )}
    </Card>
  )
}

const scanLabel = ({ at, gate, device }: DoorConflict['first'], timeZone: string): string =>
  [formatMomentIn(at, timeZone), gate, device].filter(Boolean).join(' · ')

const schema = z.object({ note: resolveDoorConflict.body.shape.note })

function ResolveForm({ conflict, onDone }: { conflict: DoorConflict; onDone: () => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ note }) => resolveConflict(conflict.id, note),
    onDone: () => {
      showToast({ type: 'success', title: 'Resolved', message: 'Devices no longer show this double entry.' })
      onDone()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <TextArea
        {...field('note')}
        label="What did you find out?"
        hint="Your team sees it with the double entry."
        maxLength={500}
        required
      />
      <FormActions isBusy={isBusy} label="Resolve" busyLabel="Saving…" />
    </form>
  )
}
