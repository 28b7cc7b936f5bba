import type { PromoterStatus, StatusChange } from '#model/people/promoter-status.ts'

export const PROMOTER_STATUS_LABELS: Readonly<Record<PromoterStatus, string>> = {
  pending: 'Waiting for approval',
  active: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
}

export const PROMOTER_STATUS_TONES: Readonly<Record<PromoterStatus, 'warning' | 'success' | 'danger'>> = {
  pending: 'warning',
  active: 'success',
  suspended: 'danger',
  rejected: 'danger',
}

interface StatusChangeText {
  /** Text of the button that opens the dialog, and title of the dialog. */
  label: string
  explanation: string
  field: string
  /** Text of the dialog's submit button. */
  submit: string
  busy: string
}

export const STATUS_CHANGE_TEXTS: Readonly<Record<StatusChange, StatusChangeText>> = {
  approve: {
    label: 'Approve',
    explanation: 'The promoter can publish and sell. Its owners are emailed.',
    field: 'Message to the owners (optional)',
    submit: 'Approve',
    busy: 'Approving…',
  },
  reject: {
    label: 'Reject',
    explanation: 'The promoter can’t publish. You can approve it later. Its owners are emailed the reason.',
    field: 'Reason',
    submit: 'Reject',
    busy: 'Rejecting…',
  },
  suspend: {
    label: 'Suspend',
    explanation:
      'The storefront closes at once, nothing can be bought, and payouts are on hold. Payments that arrive anyway are refunded. Sold tickets stay valid. Its owners are emailed the reason.',
    field: 'Reason',
    submit: 'Suspend',
    busy: 'Suspending…',
  },
  reinstate: {
    label: 'Reinstate',
    explanation: 'The storefront opens again, with everything as it was. Its owners are emailed.',
    field: 'Message to the owners (optional)',
    submit: 'Reinstate',
    busy: 'Reinstating…',
  },
}
