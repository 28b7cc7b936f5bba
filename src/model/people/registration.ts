import * as z from 'zod/mini'

/** Who may create a promoter: everyone, everyone after a review, only invited people, or no one. Operators always may. */
export const registrationMode = z.enum(['open', 'approval', 'invitation', 'closed'])
export type RegistrationMode = z.infer<typeof registrationMode>

export const REGISTRATION_LABELS: Readonly<Record<RegistrationMode, string>> = {
  open: 'everybody',
  approval: 'everybody, after a review',
  invitation: 'invited people only',
  closed: 'operators only',
}

export const PROMOTER_INVITATION_MS = 14 * 86_400_000

interface Opening {
  mode: RegistrationMode
  isOperator: boolean
  /** True when the caller opened the link of an unused invitation that was sent to the caller's address. */
  isInvited: boolean
}

/** Returns the status that a new promoter gets, or why the caller can't create one. */
export function openingOf({
  mode,
  isOperator,
  isInvited,
}: Opening): 'active' | 'pending' | 'INVITATION_REQUIRED' | 'REGISTRATION_CLOSED' {
  if (isOperator || mode === 'open') return 'active'
  if (mode === 'closed') return 'REGISTRATION_CLOSED'
  if (isInvited) return 'active'
  return mode === 'approval' ? 'pending' : 'INVITATION_REQUIRED'
}
