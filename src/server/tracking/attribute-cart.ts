import type { Context } from '../context.ts'
import type { Visitor } from '../use-case.ts'
import { keepCartVisit } from './visit-rows.ts'

/**
 * Writes the link that led a visitor here down with their cart, so that it outlives what the browser forgets. A browser that came by
 * itself costs nothing. The hold is there already: what breaks here takes nothing back.
 */
export async function attributeCart(
  context: Context,
  client: Visitor,
  cart: { id: string; promoterId: string },
): Promise<void> {
  const now = context.clock.now()
  const visit = context.tracking.read(client, now).find(({ promoterId }) => promoterId === cart.promoterId)
  if (!visit) return
  try {
    await keepCartVisit(context.db, { cartId: cart.id, visit, now: new Date(now) })
  } catch (error) {
    context.log.warn({ err: error, cartId: cart.id }, 'A cart was held without the link that led to it')
  }
}
