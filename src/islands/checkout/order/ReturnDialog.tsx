import { useState } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import { formatMoney, subtractMajor, toCents } from '#model/platform/money.ts'
import { returnChosenTickets } from '#stores/checkout/returns.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RefundMessage } from './RefundMessage.tsx'

interface DialogProps {
  orderId: string
  chosen: readonly string[]
  method: ReturnMethod
  preview: ReturnPreview
  onChanged: (preview: ReturnPreview) => void
  onClose: () => void
}

/** Asks for confirmation, and returns the tickets for the refund in the preview. */
export function ReturnDialog({ orderId, chosen, method: as, preview, onChanged, onClose }: DialogProps) {
  // A retry after a lost response returns the same refund.
  const [key] = useState(newUuid)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const restore = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    const request = { tickets: chosen, as, preview, key }
    const returned = await returnChosenTickets(orderId, request)
    if (returned.status === 'changed' || returned.status === 'refused') {
      setBusy(false)
      if (returned.status === 'refused') return setFailure(returned.message)
      onChanged(returned.preview)
      return setFailure('The refund has changed. Check the new amounts.')
    }
    // The page shows the result and the new state of the tickets.
    goTo(`${urls.order(orderId)}?returned=${returned.status}#returns`)
  }
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      isGuarded={isBusy}
      title={`Return ${countTickets(chosen.length)}?`}
    >
      <p>
        <RefundMessage preview={preview} />
      </p>
      <p>
        {chosen.length === 1 ? 'The ticket is' : 'The tickets are'} no longer valid from then on. You can’t
        undo this.
      </p>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="return-actions">
        <Button busy={isBusy} onClick={() => void restore()}>
          {isBusy ? 'One moment…' : `Return ${countTickets(chosen.length)}${forAmount(preview)}`}
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={onClose}>
          Keep {chosen.length === 1 ? 'ticket' : 'tickets'}
        </Button>
      </div>
    </TitledDialog>
  )
}

/** Part of the button's label, for example ' for €20.00'; empty if the buyer gets nothing. */
function forAmount({ amount, withheld, currency }: ReturnPreview): string {
  const given = subtractMajor(amount, withheld, currency)
  return given > 0 ? ` for ${formatMoney(toCents(given, currency), currency)}` : ''
}

export const countTickets = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)
