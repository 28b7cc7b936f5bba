import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInRole } from '#model/people/scopes.ts'
import { isInScope, scopeOf, type Site } from '#model/sites/sites.ts'
import { findMemberships } from '#server/people/accounts/account-rows.ts'
import { authenticate, type SignedIn } from '#server/people/sessions/authenticate.ts'
import { ownerOf } from '#server/people/accounts/list-own-orders.ts'
import { isOrderOf } from '#server/people/accounts/own-order-rows.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { findLinkEnd } from './order-link-rows.ts'

interface Wanted {
  id: string
  promoterId: string
}

/**
 * Anyone with the link may until it expires (if the promoter set an expiry), then only the signed-in buyer and members who
 * may read orders.
 */
export async function mayOpenOrder(
  context: Context,
  order: Wanted,
  visitor: Visitor | undefined,
): Promise<boolean> {
  const linkEndsAt = await findLinkEnd(context.reads, order.id)
  if (!linkEndsAt || context.clock.now() < linkEndsAt.getTime()) return true
  const account = visitor && (await authenticate(context, visitor))
  if (!account?.success) return false
  const isOwn = await isOrderOf(context.db, { orderId: order.id, owner: ownerOf(account.data) })
  return isOwn || (await mayReadOrdersOf(context, account.data, order.promoterId))
}

async function mayReadOrdersOf(context: Context, account: SignedIn, promoterId: string): Promise<boolean> {
  const memberships = await findMemberships(context.db, account.id)
  return memberships.some(
    (member) =>
      member.promoterId === promoterId &&
      isInRole('orders:read', member.role) &&
      (account.hasSecondFactor || !member.requiresSecondFactor),
  )
}

/** Returns the order of an earlier checkout with the same key; undefined on another promoter's site and for manual orders. */
export function answerRepeat<Order extends { id: string; promoterId: string; takenOutside: string | null }>(
  order: Order,
  site: Site,
): Result<{ orderId: string; repeated: Order }, 'CART_EMPTY'> | undefined {
  if (order.takenOutside !== null) return fail('CART_EMPTY')
  return isInScope(scopeOf(site), order.promoterId)
    ? succeed({ orderId: order.id, repeated: order })
    : undefined
}
