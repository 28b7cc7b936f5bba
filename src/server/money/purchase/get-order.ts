import { fail } from '#contracts/platform/errors.ts'
import type { getOrder as contract } from '#contracts/checkout/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { findLinkedPayableOrder, type PayableOrderRow } from '#server/money/payments/payment-rows.ts'
import { isOrderPayable } from '#server/money/payments/record-intent.ts'
import type { UseCase, Visitor } from '#server/use-case.ts'
import { canOpenOrder, openOrder } from '#server/sales/orders/order-access.ts'
import { toBuyersOrder } from '#server/sales/orders/order-view.ts'

export const getOrder: UseCase<typeof contract, OrderCall> = async (context, { site, params, client }) => {
  const opened = await openOrder(context, { site, client, id: params.id })
  return opened.success ? succeed({ order: await toBuyersOrder(context, opened.data) }) : opened
}

export interface OrderCall {
  site: Site
  client: Visitor
}

/** A call about an order's payment. Pages that have already authorised the caller pass no `client`. */
export interface PayableCall {
  site: Site
  client?: Visitor
}

/** Returns an order with its payment, by the id in its link. Undefined for an order of another promoter's site. */
export async function findPayableOrderOnSite(
  context: Context,
  find: { site: Site; id: string },
): Promise<PayableOrderRow | undefined> {
  const row = await findLinkedPayableOrder(context.reads, find.id)
  return row && isInSiteScope(siteScopeOf(find.site), row.promoterId) ? row : undefined
}

/**
 * Like `findPayableOrderOnSite`, with authorisation: after the link has expired, an order that can't be paid any more is
 * returned only to its signed-in buyer and to members who may read orders.
 */
export async function openPayableOrder(
  context: Context,
  find: { site: Site; id: string; client?: Visitor | undefined },
): Promise<Result<PayableOrderRow, 'NOT_FOUND' | 'ORDER_SIGN_IN'>> {
  const order = await findPayableOrderOnSite(context, find)
  if (!order) return fail('NOT_FOUND')
  const isOpen =
    isOrderPayable(order, context.clock.now()) || (await canOpenOrder(context, order, find.client))
  return isOpen ? succeed(order) : fail('ORDER_SIGN_IN')
}
