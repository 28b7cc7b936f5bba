import { useState } from 'react'
import type { PairingCode } from '#contracts/console/door/devices.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $doorDevices,
  loadDoorDevices,
  type DoorDevices as Devices,
} from '#stores/console/check-in/door-devices.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { ConsoleGate } from '../../ConsoleGate.tsx'
import { MEMBER_COLUMNS, pairingColumns } from './device-columns.tsx'
import { PairDialog } from './PairDialog.tsx'

const WAITING = <AccountSkeleton label="Loading your devices…" blocks={2} />

/** The page `/promoter/check-in/devices`. */
export function DoorDevices() {
  return (
    <ConsoleGate skeleton={WAITING}>
      {() => (
        <div className="sections">
          <div className="section">
            <p>
              <a href={consoleUrls.checkIn()}>Check-in</a>
            </p>
            <p className="device-lead">
              Devices that check tickets at your events. Pair one to let someone scan without an account.
            </p>
          </div>
          <AllDevices />
        </div>
      )}
    </ConsoleGate>
  )
}

/** The pairing whose code is shown; null while the form for a new pairing is shown. */
type Shown = { pairingId: string; name: string; code: PairingCode } | null

function AllDevices() {
  const { data, error } = useStore($doorDevices, LOADING)
  const [shown, show] = useState<Shown>()
  if (!data && error)
    return <LoadFailed what="Your devices" why={error} onRetry={() => void loadDoorDevices()} />
  if (!data) return <Skeleton size="item" />
  return (
    <>
      <Pairings pairings={data.pairings} onShow={show} />
      <MemberDevices devices={data.memberDevices} />
      {shown !== undefined && <PairDialog shown={shown} onShow={show} onClose={() => show(undefined)} />}
    </>
  )
}

function Pairings({ pairings, onShow }: { pairings: Devices['pairings']; onShow: (shown: Shown) => void }) {
  const add = <Button onClick={() => onShow(null)}>Pair a device</Button>
  return (
    <section className="section device-list" aria-labelledby="paired">
      <div className="section-head">
        <h2 id="paired">Paired devices</h2>
        {pairings.length > 0 && add}
      </div>
      {pairings.length > 0 ? (
        <DataTable
          labelledBy="paired"
          columns={pairingColumns((pairing, code) =>
            onShow({ pairingId: pairing.id, name: pairing.name, code }),
          )}
          rows={pairings}
          keyOf={({ id }) => id}
        />
      ) : (
        <div className="empty-state">
          <p>
            Pair a phone or tablet with a code that works once. It can then check tickets at the events you
            choose, until two days after them, and nothing else.
          </p>
          {add}
        </div>
      )}
    </section>
  )
}

function MemberDevices({ devices }: { devices: Devices['memberDevices'] }) {
  return (
    <section className="section" aria-labelledby="members">
      <h2 id="members">Devices of your team</h2>
      {devices.length > 0 ? (
        <DataTable labelledBy="members" columns={MEMBER_COLUMNS} rows={devices} keyOf={({ id }) => id} />
      ) : (
        <p className="secondary-text">
          Members with the role door, managers and owners open the door in the staff portal. Their devices
          appear here after their first sync.
        </p>
      )}
    </section>
  )
}
