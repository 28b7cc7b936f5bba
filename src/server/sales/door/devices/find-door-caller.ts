import { fail } from '#contracts/platform/errors.ts'
import { isDoorToken, hasAccessEnded } from '#model/sales/door/pairings.ts'
import { ALL_DOOR_RIGHTS, type DoorRight } from '#model/sales/door/rights.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { findStaff, type Staff } from '#server/people/members/find-staff.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { VisitorCall } from '#server/use-case.ts'
import { findPairingByToken } from './pairing-rows.ts'

/** Caller of the door endpoints: a member with an account, or a paired device without an account. */
export type DoorCaller = {
  promoterId: string
  rights: readonly DoorRight[]
} & (
  | { accountId: string; pairingId: null; role: Staff['role'] }
  | { accountId: null; pairingId: string; name: string }
)

export const doorCallerKey = ({ accountId, pairingId }: DoorCaller): string => accountId ?? pairingId

type Refusal = 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'DEVICE_REVOKED' | 'DEVICE_ENDED'

/** Authenticates a caller at the door. FORBIDDEN without the permission, NOT_FOUND on another promoter's site. */
export async function findDoorCaller(
  context: Context,
  call: VisitorCall,
  right: DoorRight,
): Promise<Result<DoorCaller, Refusal>> {
  const { bearer } = call.client
  if (bearer !== undefined && isDoorToken(bearer))
    return findPairedCaller(context, { ...call, bearer }, right)
  const account = await authenticate(context, call.client)
  if (!account.success) return account
  const staff = await findStaff(context, { ...call, account: account.data }, 'door:scan')
  if (!staff.success) return staff
  const { promoterId, memberId, role } = staff.data
  return succeed({ promoterId, accountId: memberId, pairingId: null, role, rights: ALL_DOOR_RIGHTS })
}

async function findPairedCaller(
  { db, log, clock }: Context,
  { site, promoterUserId, client, bearer }: VisitorCall & { bearer: string },
  right: DoorRight,
): Promise<Result<DoorCaller, Refusal>> {
  const pairing = await findPairingByToken(db, hashToken(bearer))
  if (!pairing) {
    logSecurityEvent(log, { event: 'door_token_refused', address: client.address })
    return fail('UNAUTHENTICATED')
  }
  const { id, promoterId, name } = pairing
  if (site.kind === 'unknown') return fail('FORBIDDEN')
  const isElsewhere = site.kind === 'storefront' && site.promoterId !== promoterId
  if (isElsewhere || (promoterUserId !== undefined && promoterUserId !== promoterId)) return fail('NOT_FOUND')
  if (pairing.revokedAt) return fail('DEVICE_REVOKED')
  if (hasAccessEnded(pairing, new Date(clock.now()))) return fail('DEVICE_ENDED')
  const rights = ALL_DOOR_RIGHTS.filter((each) => each === 'scan' || pairing.rights.includes(each))
  if (!rights.includes(right)) return fail('FORBIDDEN')
  return succeed({ promoterId, accountId: null, pairingId: id, name, rights })
}
