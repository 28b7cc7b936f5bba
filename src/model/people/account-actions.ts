/** Second factors that operators can remove: the authenticator app with its recovery codes, or all passkeys. */
export const REMOVABLE_FACTORS = ['authenticator', 'passkeys'] as const
export type RemovableFactor = (typeof REMOVABLE_FACTORS)[number]

/** Milliseconds between the email about the removal of a factor and the removal. */
export const FACTOR_REMOVAL_DELAY_MS = 72 * 3_600_000

/**
 * Actions on an account by an operator, or by a delayed removal that an operator requested. The account's owner is
 * emailed about each.
 */
export const ACCOUNT_ACTIONS = [
  'sessions_ended',
  'locked',
  'unlocked',
  'email_restored',
  'factor_removal_requested',
  'factor_kept',
  'factor_removed',
] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

export type AccountActionRefusal = 'OWN_ACCOUNT' | 'OPERATOR_ACCOUNT'

/**
 * Returns why an operator can't act on an account. Operators can't act on their own account. For another operator's
 * account, they can end sessions and lock or delete it, but not change its second factors and email address, so that
 * one operator can't take over another's account.
 */
export function accountActionRefusal(target: {
  isOwn: boolean
  isOperator: boolean
  action: 'stop' | 'change sign-in'
}): AccountActionRefusal | undefined {
  if (target.isOwn) return 'OWN_ACCOUNT'
  return target.isOperator && target.action === 'change sign-in' ? 'OPERATOR_ACCOUNT' : undefined
}

/** Returns when a factor will be removed. Undefined until the email about the removal was sent. */
export const factorRemovalTime = (emailedAt: number | undefined): number | undefined =>
  emailedAt === undefined ? undefined : emailedAt + FACTOR_REMOVAL_DELAY_MS
