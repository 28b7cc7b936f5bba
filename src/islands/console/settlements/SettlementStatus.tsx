import type { Settlement } from '#contracts/console/settlements.ts'
import { SETTLEMENT_STATUS_LABELS } from '#model/money/settlement-labels.ts'

const TONES: Readonly<Record<Settlement['status'], string>> = {
  open: 'plain',
  cancelling: 'plain',
  sent: 'plain',
  paid: 'success',
  failed: 'danger',
  cancelled: 'warning',
}

export function SettlementStatus({
  settlement: { status, reason, isWaitingForFunds },
}: {
  settlement: Pick<Settlement, 'status' | 'reason' | 'isWaitingForFunds'>
}) {
  return (
    <>
      <span className="badge" data-tone={TONES[status]}>
        {SETTLEMENT_STATUS_LABELS[status]}
      </span>
      {reason && <span className="secondary-text">{reason}</span>}
      {isWaitingForFunds && (
        <span className="secondary-text">Waiting until the platform has received the money</span>
      )}
    </>
  )
}
