import type { DeviceReport, DoorPairing } from '#contracts/console/door/devices.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $now } from '#stores/platform/clock.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatCount } from '#ui/format/format-numbers.ts'

const STATES: Readonly<Record<DoorPairing['state'], readonly [label: string, tone: string]>> = {
  waiting: ['Code not used yet', 'warning'],
  expired: ['Code expired', 'warning'],
  active: ['Active', 'success'],
  revoked: ['Revoked', 'danger'],
  ended: ['Ended', 'plain'],
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function DeviceState({
  state,
  codeExpiresAt = null,
}: {
  state: DoorPairing['state']
  codeExpiresAt?: string | null
}) {
  const now = useStore($now, 0)
  const [label, tone] = STATES[state]
  const leftMs = codeExpiresAt === null ? 0 : Date.parse(codeExpiresAt) - now
  return (
    <>
      <span className="badge" data-tone={tone}>
        {label}
      </span>
      {now > 0 && leftMs > 0 && (
        <span className="secondary-text">Code for {Math.ceil(leftMs / MINUTE_MS)} min</span>
      )}
    </>
  )
}

/** Time of a device's last sync, and the data that the device sent. */
export function LastSync({ report }: { report: DeviceReport }) {
  const now = useStore($now, 0)
  if (!report) return 'Never synced'
  const { lastSyncAt, waiting, battery, appVersion } = report
  const facts = [
    waiting > 0 ? `${formatCount(waiting, 'scan')} waiting` : '',
    battery === null ? '' : `Battery ${battery}%`,
    appVersion ? `Version ${appVersion.replace(/\.js$/, '').slice(-8)}` : '',
  ]
  return (
    <>
      <time dateTime={lastSyncAt}>{ago(lastSyncAt, now)}</time>
      <span className="secondary-text">{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
}

function ago(iso: string, now: number): string {
  const ms = now - Date.parse(iso)
  if (now === 0 || ms >= HOUR_MS) return formatDateTime(iso)
  return ms < MINUTE_MS ? 'Just now' : `${Math.floor(ms / MINUTE_MS)} min ago`
}
