import { queryRow, type Db } from '#server/platform/db/query.ts'

/** A cart that is to be paid with vouchers. */
export interface CartToPay {
  promoterId: string
  currency: string
  pendingOrderId: string | null
}

export function findCartToPay(db: Db, cartId: string): Promise<CartToPay | undefined> {
  return queryRow<CartToPay>(db)`
    select c.promoter_id as "promoterId", c.currency,
      (select o.id from orders o where o.cart_id = c.id and o.status = 'pending') as "pendingOrderId"
    from carts c where c.id = ${cartId}`
}
