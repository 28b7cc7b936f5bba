import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { recallShares } from '#stores/console/check-in/door-sales.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmButton } from '../../ConfirmButton.tsx'

interface Props {
  eventId: string
  device: DoorSalesView['devices'][number]
}

/**
 * Buttons to recall the unsold tickets in a device's share. The device returns them with its next sync; tickets of a lost device are
 * available immediately.
 */
export function RecallActions({ eventId, device: { id: deviceId, name, shares } }: Props) {
  const [isBusy, setBusy] = useState(false)
  const params = { id: eventId, deviceId }
  const askBack = async (): Promise<void> => {
    setBusy(true)
    const answer = await recallShares(params, false)
    setBusy(false)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'That didn’t work', message: answer.error.message })
  }
  return (
    <div className="row-actions">
      {shares.some(({ isRecalled }) => !isRecalled) && (
        <Button
          variant="link"
          busy={isBusy}
          aria-label={`Recall tickets from ${name}`}
          onClick={() => void askBack()}
        >
          Recall
        </Button>
      )}
      <ConfirmButton
        label="Device is lost"
        about={`: ${name}`}
        question={`Return the tickets from ${name}?`}
        yes="Return tickets"
        run={() => recallShares(params, true)}
      >
        <p>
          Its tickets go back on sale at once. If they’re sold again before the device sends its own sales,
          those sales are refused and their tickets aren’t valid. If you still have the device, choose
          “Recall” instead.
        </p>
      </ConfirmButton>
    </div>
  )
}
