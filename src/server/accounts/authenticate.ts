import { fail } from '#contracts/errors.ts'
import { permissionsOf, type MemberRole } from '#model/members.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { findLiveSession } from './session-rows.ts'

/** Whoever is signed in, as the database knows them now: a session that was ended ends with the next call. */
export interface SignedIn {
  id: string
  sessionId: string
  email: string
  isEmailVerified: boolean
  hasSecondFactor: boolean
}

/** Access token → account. UNAUTHENTICATED for what is missing, forged, expired or revoked. */
export async function authenticate(
  context: Context,
  token: string | undefined,
): Promise<Result<SignedIn, 'UNAUTHENTICATED'>> {
  const claims = token ? await context.tokens.verify(token) : undefined
  const session = claims && (await findLiveSession(context.db, claims.sid, new Date(context.clock.now())))
  return session && session.id === claims.sub ? succeed(session) : fail('UNAUTHENTICATED')
}

/** What the claims of an access token say about memberships (specification §6). */
export function staffClaims(
  members: readonly { role: MemberRole; requiresSecondFactor: boolean }[],
  hasSecondFactor: boolean,
): { isStaff: boolean; roles: string[]; permissions: string[]; needsSecondFactor: boolean } {
  const allowed = members.filter((member) => hasSecondFactor || !member.requiresSecondFactor)
  const roles = [...new Set(allowed.map((member) => member.role))]
  const isStaff = roles.length > 0
  return {
    isStaff,
    roles: isStaff ? ['customer', 'staff', ...roles] : ['customer'],
    permissions: permissionsOf(roles),
    needsSecondFactor: allowed.length < members.length,
  }
}
