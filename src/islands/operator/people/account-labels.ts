import type { ACCOUNT_EVENTS } from '#contracts/operator/accounts.ts'
import type { RemovableFactor } from '#model/people/account-actions.ts'

export const FACTOR_LABELS: Readonly<Record<RemovableFactor, { name: string; inSentence: string }>> = {
  authenticator: {
    name: 'The authenticator app',
    inSentence: 'the authenticator app and the recovery codes',
  },
  passkeys: { name: 'All passkeys', inSentence: 'all passkeys' },
}

export const ACCOUNT_EVENT_LABELS: Readonly<Record<(typeof ACCOUNT_EVENTS)[number], string>> = {
  new_sign_in: 'Signed in on a new device',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  factor_changed: 'Second factors changed',
  sessions_ended: 'All sessions ended',
  locked: 'Account locked',
  unlocked: 'Account unlocked',
  email_restored: 'Change of the email address undone',
  factor_removal_requested: 'Removal of a second factor requested',
  factor_kept: 'Removal of a second factor cancelled',
  factor_removed: 'Second factor removed',
}
