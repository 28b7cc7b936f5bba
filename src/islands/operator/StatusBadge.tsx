import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { PROMOTER_STATUS_LABELS, PROMOTER_STATUS_TONES } from './promoter-labels.ts'

export const StatusBadge = ({ status }: { status: PromoterStatus }) => (
  <span className="badge" data-tone={PROMOTER_STATUS_TONES[status]}>
    {PROMOTER_STATUS_LABELS[status]}
  </span>
)
