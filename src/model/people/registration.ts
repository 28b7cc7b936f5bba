import * as z from 'zod/mini'

/**
 * Who can create a promoter. `open`: everyone. `approval`: everyone, after a review. `invitation`: only invited
 * people. `closed`: no one. Operators always can.
 */
export const registrationMode = z.enum(['open', 'approval', 'invitation', 'closed'])
export type RegistrationMode = z.infer<typeof registrationMode>

export const REGISTRATION_LABELS: Readonly<Record<RegistrationMode, string>> = {
  open: 'everyone',
  approval: 'everyone, after a review',
  invitation: 'invited people only',
  closed: 'operators only',
}

export const PROMOTER_INVITATION_LIFETIME_MS = 14 * 86_400_000

interface Opening {
  mode: RegistrationMode
  isOperator: boolean
  /** True when there is an unused invitation to the account's address. */
  isInvited: boolean
}

/** Returns the status of the new promoter, or why the caller can't create one. */
export function decideNewPromoterStatus({
  mode,
  isOperator,
  isInvited,
}: Opening): 'active' | 'pending' | 'INVITATION_REQUIRED' | 'REGISTRATION_CLOSED' {
  if (isOperator || mode === 'open') return 'active'
  if (mode === 'closed') return 'REGISTRATION_CLOSED'
  if (isInvited) return 'active'
  return mode === 'approval' ? 'pending' : 'INVITATION_REQUIRED'
}
