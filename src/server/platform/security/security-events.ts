import type { Logger } from 'pino'

/** All security events that are logged. docs/security-events.md contains the same list. */
export const SECURITY_EVENTS = {
  signed_in: 'Someone signed in',
  sign_in_failed: 'A password, code or passkey was refused at sign-in',
  signed_out: 'Someone signed out',
  signed_out_everywhere: 'An account ended all of its sessions',
  session_ended: 'An account ended one of its sessions',
  refresh_token_reused: 'A refresh token was used twice, so its session was ended',
  account_registered: 'An account was registered',
  account_deleted: 'An account was deleted',
  address_confirmed: 'An account verified an email address, or changed to it',
  address_change_requested: 'An account requested a change of its email address',
  address_change_undone: 'A change of email address was undone from the old address',
  password_changed: 'A password was changed by its owner',
  password_reset: 'A password was set with an emailed link',
  factor_added: 'A passkey or an authenticator was added',
  factor_removed: 'A passkey or the authenticator was removed',
  recovery_codes_renewed: 'New recovery codes were created',
  access_refused: 'A call was answered with 403',
  limit_reached: 'A call was answered with 429',
  member_invited: 'Someone was invited to work for a promoter',
  invitation_revoked: 'An invitation was revoked',
  member_joined: 'An account joined a promoter',
  operator_added: 'An account became operator with the server’s link',
  bank_account_changed: 'Bank details of a promoter were changed',
  bank_account_restored: 'A change of bank details was undone by an emailed link',
  bank_accounts_confirmed: 'An owner confirmed bank details after a change was undone',
  account_viewed: 'An operator viewed an account',
  account_cared:
    'An operator ended sessions, requested or cancelled a removal of a second factor, or restored an address',
  account_locked: 'An operator locked an account',
  account_unlocked: 'An operator unlocked an account',
  account_removed: 'An operator deleted an account at its owner’s request',
  factor_removal_cancelled: 'The requested removal of a second factor was cancelled by its owner',
  promoter_approved: 'An operator approved a promoter',
  promoter_rejected: 'An operator rejected a promoter',
  promoter_suspended: 'An operator suspended a promoter',
  promoter_reinstated: 'An operator ended the suspension of a promoter',
  support_started: 'An operator began to act for a promoter',
  terms_changed: 'An operator changed the platform’s share of sales',
  settlement_rules_changed:
    'An operator changed a promoter’s payout schedule or reserve, or held or released its payouts',
  settlement_moved: 'An operator cancelled a payout to a promoter, or recorded its result at the bank',
  balance_adjusted: 'An operator changed a promoter’s balance',
  bank_file_created: 'An operator created a file with payouts for the bank',
  member_changed: 'A member’s role or terms were changed',
  member_removed: 'A member was removed',
  door_pairing_created: 'A code for pairing a door device was issued',
  door_device_paired: 'A door device was paired',
  door_device_revoked: 'A door device was revoked',
  door_code_refused: 'A pairing code was wrong, used or expired',
  door_token_refused: 'The token of a door device was unknown or had been replaced',
  api_key_created: 'An API key was created',
  api_key_revoked: 'An API key was revoked',
  api_key_refused: 'An API key was wrong, revoked or expired',
  api_key_used: 'An API key was used; once a minute for each key at most',
  mail_reported: 'A recipient reported a promoter’s email',
  webhook_refused: 'A webhook from the payment provider had an invalid signature',
  webhook_secret_rotated: 'A webhook got a new signing secret',
} as const
export type SecurityEventName = keyof typeof SECURITY_EVENTS

/** A security event. Contains only ids, never personal data, tokens or codes. `address`: the client's IP address. */
export interface SecurityEvent {
  event: SecurityEventName
  code?: string | undefined
  call?: string | undefined
  address?: string | undefined
  accountId?: string | undefined
  promoterId?: string | undefined
  apiKeyId?: string | undefined
  subjectId?: string | undefined
}

export const logSecurityEvent = (log: Logger, security: SecurityEvent): void =>
  log.info({ security }, SECURITY_EVENTS[security.event])
