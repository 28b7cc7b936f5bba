import { fail } from '#contracts/errors.ts'
import type { getOrder as contract } from '#contracts/orders.ts'
import { succeed, type Result } from '#model/result.ts'
import { isInScope, scopeOf, type Site } from '#model/sites.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { Context } from '../context.ts'
import { findLinkedPayable, type PayableRow } from '../payments/payment-rows.ts'
import { isPayable } from '../payments/record-intent.ts'
import type { UseCase, Visitor } from '../use-case.ts'
import { mayOpenOrder } from './order-access.ts'
import { findLinkedOrder } from './order-rows.ts'
import { toBuyersOrder } from './order-view.ts'

/** The id in the link is the secret: whoever has it may see the order, on the main site or on its promoter's, while its link holds. */
export const getOrder: UseCase<typeof contract, OrderCall> = async (context, { site, params, client }) => {
  const row = isUuid(params.id) ? await findLinkedOrder(context.reads, params.id) : undefined
  if (!row || !isInScope(scopeOf(site), row.promoterId)) return fail('NOT_FOUND')
  if (row.linkId !== params.id) return fail('ORDER_LINK_REPLACED')
  if (!(await mayOpenOrder(context, row, client))) return fail('ORDER_SIGN_IN')
  return succeed({ order: await toBuyersOrder(context, row) })
}

/** Where an order is asked for, and by whom. */
export interface OrderCall {
  site: Site
  client: Visitor
}

/** Where the payment of an order is asked for; pages that have opened the order already don't say by whom. */
export interface PayableCall {
  site: Site
  client?: Visitor
}

/** An order, by the id in its link, and its payment. Undefined for an order of another promoter's site, like one that doesn't exist. */
export async function findPayableFor(
  context: Context,
  find: { site: Site; id: string },
): Promise<PayableRow | undefined> {
  if (!isUuid(find.id)) return undefined
  const row = await findLinkedPayable(context.reads, find.id)
  return row && isInScope(scopeOf(find.site), row.promoterId) ? row : undefined
}

/**
 * The same for a visitor. An order that can't be paid any more says nothing once its link has ended; one that can is paid by whoever has
 * the link, as long as that is.
 */
export async function openPayable(
  context: Context,
  find: { site: Site; id: string; client?: Visitor | undefined },
): Promise<Result<PayableRow, 'NOT_FOUND' | 'ORDER_SIGN_IN'>> {
  const order = await findPayableFor(context, find)
  if (!order) return fail('NOT_FOUND')
  const isOpen = isPayable(order, context.clock.now()) || (await mayOpenOrder(context, order, find.client))
  return isOpen ? succeed(order) : fail('ORDER_SIGN_IN')
}
