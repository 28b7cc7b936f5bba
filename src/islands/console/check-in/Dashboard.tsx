import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { EventForCheckIn } from '#contracts/console/door/check-ins.ts'
import type { DoorDashboard } from '#contracts/console/door/dashboard.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { doorDashboard, followDashboard, downloadCheckIns } from '#stores/console/check-in/check-in.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatCount, formatNumber } from '#ui/format/format-numbers.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { Arrivals } from './Arrivals.tsx'
import { roomMessage } from './room-message.ts'

interface Props {
  event: EventForCheckIn
  onConflicts: () => void
}

export function Dashboard({ event, onConflicts }: Props) {
  const { data, error } = useStore(doorDashboard.$store, LOADING)
  useEffect(() => followDashboard(event.id), [event.id])
  const retry = (): void => void doorDashboard.load(event.id)
  if (data?.event.id !== event.id)
    return error ? <LoadFailed what="The counts" why={error} onRetry={retry} /> : <Skeleton size="plot" />
  return (
    <>
      {error && (
        <Notice tone="warning" title="These counts are no longer updated">
          <p>{error}</p>
        </Notice>
      )}
      <Now dashboard={data} onConflicts={onConflicts} />
      <Arrivals dashboard={data} />
      <ByType dashboard={data} />
      <ByGate dashboard={data} />
      <Scans eventId={event.id} />
    </>
  )
}

function Now({ dashboard, onConflicts }: { dashboard: DoorDashboard; onConflicts: () => void }) {
  const { inside, roomCapacity, entries, exits, admitted, tickets, openConflicts, devices, waiting } =
    dashboard
  const room = roomMessage(dashboard)
  return (
    <section className="section" aria-labelledby="door-now">
      <h2 id="door-now">Now</h2>
      {/* Only this notice is announced when it changes, because screen readers would otherwise read the counts every
         few seconds. */}
      <output>{room && <Notice tone={room.tone} title={room.title} />}</output>
      <dl className="figures">
        <LabelledValue
          name="Inside"
          value={formatNumber(inside)}
          hint={roomCapacity === null ? undefined : `of ${formatNumber(roomCapacity)}`}
        />
        <LabelledValue
          name="Admitted"
          value={formatNumber(admitted)}
          hint={`of ${formatCount(tickets, 'ticket')}`}
        />
        <LabelledValue name="Entries" value={formatNumber(entries)} />
        <LabelledValue name="Exits" value={formatNumber(exits)} />
        <LabelledValue
          name="Devices"
          value={formatNumber(devices)}
          hint={waiting > 0 ? `${formatCount(waiting, 'scan')} not sent yet` : undefined}
        />
      </dl>
      {openConflicts > 0 && (
        <Notice
          tone="warning"
          title={`${formatCount(openConflicts, 'double entry', 'double entries')} to resolve`}
        >
          <p>Some tickets were admitted twice because devices were offline.</p>
          <div className="notice-actions">
            <Button variant="quiet" onClick={onConflicts}>
              View double entries
            </Button>
          </div>
        </Notice>
      )}
    </section>
  )
}

type TypeCount = DoorDashboard['ticketTypes'][number]
const TYPE_COLUMNS: TableColumns<TypeCount> = [
  { name: 'Ticket type', cell: ({ name }) => name },
  { name: 'Admitted', isNumber: true, cell: ({ admitted }) => formatNumber(admitted) },
  { name: 'Sold', isNumber: true, cell: ({ tickets }) => formatNumber(tickets) },
]

function ByType({ dashboard: { ticketTypes } }: { dashboard: DoorDashboard }) {
  return (
    <section className="section" aria-labelledby="door-types">
      <h2 id="door-types">By ticket type</h2>
      {ticketTypes.length > 0 ? (
        <DataTable labelledBy="door-types" columns={TYPE_COLUMNS} rows={ticketTypes} keyOf={({ id }) => id} />
      ) : (
        <p className="secondary-text">No tickets sold yet.</p>
      )}
    </section>
  )
}

type GateCount = DoorDashboard['gates'][number]
const GATE_COLUMNS: TableColumns<GateCount> = [
  { name: 'Gate', cell: ({ id, name }) => (id === null ? 'Without a gate' : name) },
  { name: 'Entries', isNumber: true, cell: ({ entries }) => formatNumber(entries) },
  { name: 'Exits', isNumber: true, cell: ({ exits }) => formatNumber(exits) },
]

function ByGate({ dashboard: { gates } }: { dashboard: DoorDashboard }) {
  if (gates.length === 0) return null
  return (
    <section className="section" aria-labelledby="door-gates">
      <h2 id="door-gates">By gate</h2>
      <DataTable labelledBy="door-gates" columns={GATE_COLUMNS} rows={gates} keyOf={({ id }) => id ?? ''} />
    </section>
  )
}

function Scans({ eventId }: { eventId: string }) {
  const [busy, setBusy] = useState<'csv' | 'xlsx'>()
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(format)
    const answer = await downloadCheckIns(eventId, format)
    setBusy(undefined)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not downloaded', message: answer.error.message })
  }
  return (
    <section className="section" aria-labelledby="door-scans">
      <h2 id="door-scans">All scans</h2>
      <p className="secondary-text">Every entry, exit and undo, with its time, gate and device.</p>
      <div className="form-actions">
        <Button variant="quiet" busy={busy === 'csv'} onClick={() => void save('csv')}>
          Export as CSV
        </Button>
        <Button variant="quiet" busy={busy === 'xlsx'} onClick={() => void save('xlsx')}>
          Export as Excel
        </Button>
      </div>
    </section>
  )
}
