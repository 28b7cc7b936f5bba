import { fail } from '#contracts/platform/errors.ts'
import type { getOrder as contract } from '#contracts/checkout/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInScope, scopeOf, type Site } from '#model/sites/sites.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { findLinkedPayable, type PayableRow } from '#server/money/payments/payment-rows.ts'
import { isPayable } from '#server/money/payments/record-intent.ts'
import type { UseCase, Visitor } from '#server/use-case.ts'
import { mayOpenOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'

/** Returns an order by the secret id in its link, on the main site or its promoter's, while the link is valid. */
export const getOrder: UseCase<typeof contract, OrderCall> = async (context, { site, params, client }) => {
  const row = isUuid(params.id) ? await findLinkedOrder(context.reads, params.id) : undefined
  if (!row || !isInScope(scopeOf(site), row.promoterId)) return fail('NOT_FOUND')
  if (row.linkId !== params.id) return fail('ORDER_LINK_REPLACED')
  if (!(await mayOpenOrder(context, row, client))) return fail('ORDER_SIGN_IN')
  return succeed({ order: await toBuyersOrder(context, row) })
}

export interface OrderCall {
  site: Site
  client: Visitor
}

/** A call about an order's payment. Pages that have already authorised the order pass no client. */
export interface PayableCall {
  site: Site
  client?: Visitor
}

/** Returns an order with its payment by the id in its link. Undefined for an order of another promoter's site. */
export async function findPayableFor(
  context: Context,
  find: { site: Site; id: string },
): Promise<PayableRow | undefined> {
  if (!isUuid(find.id)) return undefined
  const row = await findLinkedPayable(context.reads, find.id)
  return row && isInScope(scopeOf(find.site), row.promoterId) ? row : undefined
}

/** `findPayableFor` with authorisation. After the link has expired, only orders that can still be paid are returned. */
export async function openPayable(
  context: Context,
  find: { site: Site; id: string; client?: Visitor | undefined },
): Promise<Result<PayableRow, 'NOT_FOUND' | 'ORDER_SIGN_IN'>> {
  const order = await findPayableFor(context, find)
  if (!order) return fail('NOT_FOUND')
  const isOpen = isPayable(order, context.clock.now()) || (await mayOpenOrder(context, order, find.client))
  return isOpen ? succeed(order) : fail('ORDER_SIGN_IN')
}
