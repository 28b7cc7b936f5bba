import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { hasRoleScope } from '#model/people/scopes.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { findMemberships } from '#server/people/accounts/membership-rows.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import type { SignedIn } from '#server/use-case.ts'
import { orderOwnerOf } from '#server/people/accounts/list-own-orders.ts'
import { isOrderOfOwner } from '#server/people/accounts/own-order-rows.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { findLinkExpiry } from './order-link-rows.ts'
import { findLinkedOrder, type OrderViewRow } from './order-rows.ts'

interface Wanted {
  id: string
  promoterId: string
}

/** Returns an order by the secret id in its link, while the link is valid. The site must be the main site or the promoter's. */
export async function openOrder(
  context: Context,
  { site, client, id }: { site: Site; client: Visitor | undefined; id: string },
): Promise<Result<OrderViewRow, 'NOT_FOUND' | 'ORDER_LINK_REPLACED' | 'ORDER_SIGN_IN'>> {
  const row = await findLinkedOrder(context.reads, id)
  if (!row || !isInSiteScope(siteScopeOf(site), row.promoterId)) return fail('NOT_FOUND')
  if (row.linkId !== id) return fail('ORDER_LINK_REPLACED')
  return (await canOpenOrder(context, row, client)) ? succeed(row) : fail('ORDER_SIGN_IN')
}

/**
 * True if the caller may see the order. Before the order's link expires (it may have no expiry), that is anyone with the
 * link; afterwards, only the signed-in buyer and members who may read orders.
 */
export async function canOpenOrder(
  context: Context,
  order: Wanted,
  visitor: Visitor | undefined,
): Promise<boolean> {
  const linkEndsAt = await findLinkExpiry(context.reads, order.id)
  if (!linkEndsAt || context.clock.now() < linkEndsAt.getTime()) return true
  const account = visitor && (await authenticate(context, visitor))
  if (!account?.success) return false
  const isOwn = await isOrderOfOwner(context.db, { orderId: order.id, owner: orderOwnerOf(account.data) })
  return isOwn || (await mayReadOrdersOf(context, account.data, order.promoterId))
}

async function mayReadOrdersOf(context: Context, account: SignedIn, promoterId: string): Promise<boolean> {
  const memberships = await findMemberships(context.db, account.id)
  return memberships.some(
    (member) =>
      member.promoterId === promoterId &&
      hasRoleScope('orders:read', member.role) &&
      (account.hasSecondFactor || !member.requiresSecondFactor),
  )
}

/**
 * Returns the order of an earlier checkout with the same key. CART_EMPTY for a manual order; undefined on another
 * promoter's site.
 */
export function repeatedOrderOf<
  Order extends { id: string; promoterId: string; takenOutside: string | null },
>(order: Order, site: Site): Result<{ orderId: string; repeated: Order }, 'CART_EMPTY'> | undefined {
  if (order.takenOutside !== null) return fail('CART_EMPTY')
  return isInSiteScope(siteScopeOf(site), order.promoterId)
    ? succeed({ orderId: order.id, repeated: order })
    : undefined
}
