import type { PairingCode } from '#contracts/console/door/devices.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { PairingCodeView } from './PairingCodeView.tsx'
import { PairingForm } from './PairingForm.tsx'

interface Shown {
  pairingId: string
  name: string
  code: PairingCode
}

/**
 * Dialog with the form for a new pairing, and then its code. Only its own button closes the dialog, because the code can't be shown again.
 */
export function PairDialog({
  shown,
  onShow,
  onClose,
}: {
  shown: Shown | null
  onShow: (shown: Shown) => void
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      labelledBy="pair-device"
      className="dialog dialog-wide"
      isGuarded={shown !== null || undefined}
    >
      {shown ? (
        <PairingCodeView {...shown} onDone={onClose} />
      ) : (
        <>
          <DialogHead id="pair-device" onClose={onClose}>
            Pair a device
          </DialogHead>
          <PairingForm
            onMade={({ pairing, code }) => onShow({ pairingId: pairing.id, name: pairing.name, code })}
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  )
}
