import { fail } from '#contracts/platform/errors.ts'
import { permissionsOf, type MemberRole } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Client } from '#server/use-case.ts'
import { findLiveSession } from './session-rows.ts'
import type { SignedIn } from '#server/use-case.ts'

/**
 * Authenticates an access token. UNAUTHENTICATED when it is missing, forged, expired, revoked or issued on another
 * host.
 */
export async function authenticate(
  context: Context,
  { bearer, origin }: Pick<Client, 'bearer' | 'origin'>,
): Promise<Result<SignedIn, 'UNAUTHENTICATED'>> {
  const claims = bearer ? await context.tokens.verify(bearer) : undefined
  const now = new Date(context.clock.now())
  const session =
    claims && (await findLiveSession(context.db, { id: claims.sid, host: sessionHost(origin), now }))
  return session && session.id === claims.sub ? succeed(session) : fail('UNAUTHENTICATED')
}

/**
 * Returns the host that a session is bound to. Its tokens are rejected on all other hosts, so that the owner of
 * another site can't use them.
 */
export const sessionHost = (origin: string): string => new URL(origin).hostname.replace(/\.$/, '')

/** Membership claims of an access token (specification §6). */
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
