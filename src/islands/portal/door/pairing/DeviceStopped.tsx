import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { UnsentCounts } from '#stores/portal/door/door.ts'
import { Notice } from '#ui/Notice.tsx'
import { unsentLabel } from '../unsent-label.ts'

const NOT_ALLOWED = {
  title: 'You can’t check tickets here',
  why: 'This account or device isn’t allowed to scan at this event. Ask the organiser.',
}

const REFUSALS: Readonly<Record<string, { title: string; why: string }>> = {
  DEVICE_REVOKED: {
    title: 'This device was revoked',
    why: 'The organiser has ended this device’s access, so it can’t check or sell tickets any more.',
  },
  DEVICE_ENDED: {
    title: 'This device’s access has ended',
    why: 'Its last event ended two days ago. For the next events, it needs a new code.',
  },
  FORBIDDEN: NOT_ALLOWED,
  NOT_FOUND: NOT_ALLOWED,
}

/** Returns true for errors after which this device can't admit anyone. */
export const isDeviceStopped = (code: string): boolean => code in REFUSALS

interface Props {
  code: string
  unsent?: UnsentCounts | undefined
}

/** Notice that the device's access was revoked or has ended. Replaces the scanner. */
export function DeviceStopped(props: Props) {
  return (
    <div className="door-page">
      <a className="door-back" href={portalUrls.door()}>
        Other events
      </a>
      <h1>Door</h1>
      <StoppedNotice {...props} />
    </div>
  )
}

const NONE: UnsentCounts = { scans: 0, sales: 0 }

export function StoppedNotice({ code, unsent = NONE }: Props) {
  const { title, why } = REFUSALS[code] ?? NOT_ALLOWED
  const isOne = unsent.scans + unsent.sales === 1
  return (
    <Notice tone="danger" title={title} urgent>
      <p>{why}</p>
      {unsent.scans + unsent.sales > 0 && (
        <p>
          {unsentLabel(unsent)} {isOne ? 'wasn’t' : 'weren’t'} sent. {isOne ? 'It stays' : 'They stay'} on
          this device
          {code !== 'DEVICE_ENDED' &&
            ` until the organiser restores its access, and ${isOne ? 'is' : 'are'} sent then`}
          . Don’t clear the browser’s data.
        </p>
      )}
      {code.startsWith('DEVICE_') && <p>Ask the organiser for a new code, and open it on this device.</p>}
    </Notice>
  )
}
