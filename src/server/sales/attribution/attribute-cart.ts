import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { storeCartVisit } from './visit-rows.ts'

/**
 * Stores the visit with the cart, so that attribution survives cleared cookies. Does nothing for browsers that haven't
 * followed a link. Errors don't affect the hold.
 */
export async function attributeCart(
  context: Context,
  client: Visitor,
  cart: { id: string; promoterId: string },
): Promise<void> {
  const now = context.clock.now()
  const visit = context.tracking
    .readCookie(client, now)
    .find(({ promoterId }) => promoterId === cart.promoterId)
  if (!visit) return
  try {
    await storeCartVisit(context.db, { cartId: cart.id, visit, now: new Date(now) })
  } catch (error) {
    context.log.warn({ err: error, cartId: cart.id }, 'A cart was held without its link attribution')
  }
}
