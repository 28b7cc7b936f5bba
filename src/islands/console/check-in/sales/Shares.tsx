import { useState } from 'react'
import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { formatCount } from '#ui/format/format-numbers.ts'
import { RecallActions } from './RecallActions.tsx'
import { RaiseForm } from './RaiseForm.tsx'

type Device = DoorSalesView['devices'][number]

export function DeviceShares({ view }: { view: DoorSalesView }) {
  const [isRaising, raise] = useState(false)
  const holders = view.devices.filter(({ shares }) => shares.length > 0)
  const sellers = view.devices.filter(({ maySell, isRevoked }) => maySell && !isRevoked)
  const [first, ...others] = sellers
  const [type, ...types] = view.ticketTypes
  return (
    <section className="section" aria-labelledby="door-shares">
      <div className="section-head">
        <h2 id="door-shares">Tickets for devices to sell</h2>
        {first && type && <Button onClick={() => raise(true)}>Give tickets</Button>}
      </div>
      <p className="secondary-text">
        Only the device can sell these tickets, even offline. All others are sold online.
      </p>
      {holders.length > 0 ? (
        <DataTable labelledBy="door-shares" columns={columnsOf(view)} rows={holders} keyOf={({ id }) => id} />
      ) : (
        <p>{first ? 'No device has tickets to sell.' : <NoSellers />}</p>
      )}
      <TitledDialog
        isOpen={isRaising}
        onClose={() => raise(false)}
        className="dialog"
        title="Give tickets to a device"
      >
        {isRaising && first && type && (
          <RaiseForm
            eventId={view.event.id}
            devices={[first, ...others]}
            ticketTypes={[type, ...types]}
            onClose={() => raise(false)}
          />
        )}
      </TitledDialog>
    </section>
  )
}

const NoSellers = () => (
  <>
    No device can sell yet. Open the event’s door on one, or pair one with the right to sell under{' '}
    <a href={consoleUrls.doorDevices()}>Devices</a>.
  </>
)

function columnsOf({ event, ticketTypes }: DoorSalesView): TableColumns<Device> {
  const names = new Map(ticketTypes.map(({ id, name }) => [id, name]))
  return [
    {
      name: 'Device',
      cell: ({ name, isRevoked }) => (
        <>
          {name}
          {isRevoked && <span className="secondary-text">Revoked</span>}
        </>
      ),
    },
    {
      name: 'Tickets',
      cell: ({ shares }) => (
        <ul className="share-list">
          {shares.map(({ ticketTypeId, quantity, isRecalled }) => (
            <li key={ticketTypeId}>
              {formatCount(quantity, 'ticket')} ·{' '}
              <span dir="auto">{names.get(ticketTypeId) ?? 'Not on sale'}</span>
              {isRecalled && <span className="secondary-text">Recalled: returned with the next sync</span>}
            </li>
          ))}
        </ul>
      ),
    },
    {
      name: 'Actions',
      isUnnamed: true,
      cell: (device) => <RecallActions eventId={event.id} device={device} />,
    },
  ]
}
