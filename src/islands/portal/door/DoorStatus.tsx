import { useStore } from '#islands/platform/use-store.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import type { DoorState } from '#stores/portal/door/open-door.ts'
import { $doorPairing } from '#stores/portal/door/door-caller.ts'
import { $now } from '#stores/platform/clock.ts'
import { unsentLabel } from './unsent-label.ts'

interface Props {
  state: DoorState
  unsentSales: number
  onSync: () => void
}

/** Shows whether the device is online, how many scans and sales haven't been sent, and which scans the server refused. */
export function DoorStatus({ state, unsentSales, onSync }: Props) {
  const { waiting, refused, syncFailure, syncedAtMs, event } = state
  const isConnected = syncFailure === undefined && syncedAtMs !== undefined
  const now = useStore($now, 0)
  const unsent = unsentLabel({ scans: waiting, sales: unsentSales })
  return (
    <div className="door-status" data-state={isConnected ? 'online' : 'offline'}>
      <p>
        <strong>{statusLabel(state)}</strong>
        {syncedAtMs !== undefined && !isConnected && ` · Last sync ${ago(now - syncedAtMs)}`}
        {unsent && ` · ${unsent} waiting`}
      </p>
      {syncFailure?.code === 'UNAUTHENTICATED' && <SignInAgain eventId={event.id} />}
      {!isConnected && (
        <button type="button" className="button button-quiet" onClick={onSync}>
          Sync now
        </button>
      )}
      {refused.length > 0 && (
        <details>
          <summary>{formatCount(refused.length, 'scan')} refused by the server</summary>
          <ul>
            {refused.map(({ seq, scan, why }) => (
              <li key={seq}>
                {scan.kind} no. {seq}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function SignInAgain({ eventId }: { eventId: string }) {
  const pairing = useStore($doorPairing, undefined)
  if (pairing)
    return (
      <p>
        This device was paired again elsewhere. Its scans and sales stay here: ask the organiser for a new
        code.
      </p>
    )
  return (
    <p>
      <a href={urls.login(portalUrls.door(eventId))}>Sign in again</a> to send your scans and sales. They stay
      on this device.
    </p>
  )
}

const NO_NETWORK = new Set(['NETWORK_ERROR', 'REQUEST_ERROR'])

function statusLabel({ syncFailure, syncedAtMs }: DoorState): string {
  if (!syncFailure) return syncedAtMs === undefined ? 'Connecting…' : 'Online'
  return NO_NETWORK.has(syncFailure.code) ? 'Offline' : syncFailure.message
}

const MINUTE_MS = 60_000

const ago = (ms: number): string =>
  ms < MINUTE_MS ? 'less than a minute ago' : `${Math.floor(ms / MINUTE_MS)} min ago`
