import { useState } from 'react'
import type { DoorPairing, MemberDevice, PairingCode } from '#contracts/console/door/devices.ts'
import {
  renewPairingCode,
  restoreDoorDevice,
  revokeDoorDevice,
  revokePairing,
} from '#stores/console/check-in/door-devices.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmButton } from '../../ConfirmButton.tsx'

export function PairingActions({
  pairing: { id, name, state },
  onCode,
}: {
  pairing: DoorPairing
  onCode: (code: PairingCode) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const renew = async (): Promise<void> => {
    setBusy(true)
    const answer = await renewPairingCode(id)
    setBusy(false)
    if (answer.success) onCode(answer.data)
    else showToast({ type: 'destructive', title: 'That didn’t work', message: answer.error.message })
  }
  if (state === 'ended') return null
  return (
    <div className="row-actions">
      <Button variant="link" busy={isBusy} aria-label={`New code for ${name}`} onClick={() => void renew()}>
        New code
      </Button>
      {state !== 'revoked' && (
        <ConfirmButton
          label="Revoke"
          about={name}
          question={`Revoke ${name}?`}
          yes="Revoke device"
          run={() => revokePairing(id)}
        >
          <p>
            The device can’t check or sell tickets any more: within 5 seconds if it’s online, otherwise from
            its next sync. Scans and sales that it hasn’t sent stay on it. To send them, pair it again with a
            new code.
          </p>
        </ConfirmButton>
      )}
    </div>
  )
}

export function MemberDeviceActions({ device: { id, name, isRevoked } }: { device: MemberDevice }) {
  const [isBusy, setBusy] = useState(false)
  const restore = async (): Promise<void> => {
    setBusy(true)
    const answer = await restoreDoorDevice(id)
    setBusy(false)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'That didn’t work', message: answer.error.message })
  }
  if (isRevoked)
    return (
      <Button variant="link" busy={isBusy} aria-label={`Allow ${name} again`} onClick={() => void restore()}>
        Allow again
      </Button>
    )
  return (
    <ConfirmButton
      label="Revoke"
      about={name}
      question={`Revoke ${name}?`}
      yes="Revoke device"
      run={() => revokeDoorDevice(id)}
    >
      <p>
        The device can’t check or sell tickets any more. Sales that it hasn’t sent are still accepted. Scans
        stay on it and are sent if you allow it again. The member can still use another device. To prevent
        that, change their role.
      </p>
    </ConfirmButton>
  )
}
