import * as z from 'zod/mini'

/**
 * `pending`: the promoter has asked to join; it can prepare events but not publish them. `suspended`: the shop is
 * closed, but tickets stay valid. `rejected`: the request to join was refused.
 */
export const promoterStatus = z.enum(['pending', 'active', 'suspended', 'rejected'])
export type PromoterStatus = z.infer<typeof promoterStatus>

const CHANGES = {
  approve: { from: ['pending', 'rejected'], to: 'active' },
  reject: { from: ['pending'], to: 'rejected' },
  suspend: { from: ['active'], to: 'suspended' },
  reinstate: { from: ['suspended'], to: 'active' },
} as const satisfies Record<string, { from: readonly PromoterStatus[]; to: PromoterStatus }>

export type StatusChange = keyof typeof CHANGES

/** Returns the status after a change, or undefined when the change isn't possible from the current status. */
export const statusAfter = (change: StatusChange, status: PromoterStatus): PromoterStatus | undefined => {
  const { from, to }: { from: readonly PromoterStatus[]; to: PromoterStatus } = CHANGES[change]
  return from.includes(status) ? to : undefined
}

export const possibleStatusChanges = (status: PromoterStatus): StatusChange[] =>
  // Object.keys returns string[]; the keys of this constant are StatusChanges.
  (Object.keys(CHANGES) as StatusChange[]).filter((change) => statusAfter(change, status) !== undefined)

/** Returns why a promoter can't publish or be paid. Undefined when it can. */
export function statusRefusal(
  status: PromoterStatus,
): 'APPROVAL_PENDING' | 'APPROVAL_REFUSED' | 'PROMOTER_SUSPENDED' | undefined {
  if (status === 'pending') return 'APPROVAL_PENDING'
  if (status === 'rejected') return 'APPROVAL_REFUSED'
  return status === 'suspended' ? 'PROMOTER_SUSPENDED' : undefined
}
