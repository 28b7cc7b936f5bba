import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { isInRole } from '#model/scopes.ts'
import { isInScope, scopeOf, type Site } from '#model/sites.ts'
import { findMemberships } from '../accounts/account-rows.ts'
import { authenticate, type SignedIn } from '../accounts/authenticate.ts'
import { ownerOf } from '../accounts/list-own-orders.ts'
import { isOrderOf } from '../accounts/own-order-rows.ts'
import type { Context } from '../context.ts'
import type { Visitor } from '../use-case.ts'
import { findLinkEnd } from './order-link-rows.ts'

interface Wanted {
  id: string
  promoterId: string
}

/**
 * Whether somebody who has an order's id may see the order: anyone, until the link's time is over, if the promoter has set one; then
 * its buyer, signed in, and whoever may read the promoter's orders.
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

/**
 * The order that a checkout with the same key has placed before; undefined for one of another promoter's site. Those that a promoter has
 * taken by hand are never answered, whoever knows their cart id.
 */
export function answerRepeat<Order extends { id: string; promoterId: string; takenOutside: string | null }>(
  order: Order,
  site: Site,
): Result<{ orderId: string; repeated: Order }, 'CART_EMPTY'> | undefined {
  if (order.takenOutside !== null) return fail('CART_EMPTY')
  return isInScope(scopeOf(site), order.promoterId)
    ? succeed({ orderId: order.id, repeated: order })
    : undefined
}
