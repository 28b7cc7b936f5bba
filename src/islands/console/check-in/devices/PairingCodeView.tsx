import type { PairingCode } from '#contracts/console/door/devices.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $doorDevices } from '#stores/console/check-in/door-devices.ts'
import { $now } from '#stores/platform/clock.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '../../CopyButton.tsx'

interface Props {
  pairingId: string
  name: string
  code: PairingCode
  onDone: () => void
}

/** Shows the code of a pairing until a device has used it. */
export function PairingCodeView({ pairingId, name, code, onDone }: Props) {
  const { data } = useStore($doorDevices, LOADING)
  const pairing = data?.pairings.find(({ id }) => id === pairingId)
  // `codeExpiresAt` is null once a device has used the code.
  const isPaired = pairing?.state === 'active' && pairing.codeExpiresAt === null
  return (
    <>
      <h2 id="pair-device">{isPaired ? `${name} is paired` : `Pair ${name}`}</h2>
      <output>
        {isPaired && <p>The device can now open its events and check tickets, even offline.</p>}
      </output>
      {!isPaired && <CodeToUse code={code} />}
      <div className="form-actions">
        <Button variant={isPaired ? 'primary' : 'quiet'} onClick={onDone}>
          {isPaired ? 'Done' : 'Close'}
        </Button>
      </div>
    </>
  )
}

/** Width of the margin around a QR code, in modules. */
const QUIET_ZONE = 4
const MINUTE_MS = 60_000

function CodeToUse({ code: { code, link, qr, expiresAt } }: Pick<Props, 'code'>) {
  const now = useStore($now, 0)
  const width = qr.size + 2 * QUIET_ZONE
  const leftMs = Date.parse(expiresAt) - now
  if (leftMs <= 0) return <p>This code has expired. Close this and issue a new one.</p>
  return (
    <>
      <p>
        Scan this with the device’s camera, or open <strong>{pageOf(link)}</strong> on it and type the code.
      </p>
      <div className="pairing-code">
        <svg
          className="pairing-qr"
          viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${width} ${width}`}
          role="img"
          aria-label="QR code that opens the door on the device"
        >
          <path d={qr.path} />
        </svg>
        <p className="pairing-text">
          <code translate="no">{code}</code>
          <CopyButton text={link} what="link" />
        </p>
      </div>
      <p className="secondary-text">
        It works once{now > 0 && `, for ${Math.max(1, Math.round(leftMs / MINUTE_MS))} more min`}: the first
        device that uses it is paired.
      </p>
    </>
  )
}

const pageOf = (link: string): string =>
  link
    .replace(/^https?:\/\//, '')
    .split('#', 1)
    .join('')
