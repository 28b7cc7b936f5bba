import type { deleteCart as contract } from '#contracts/shop/carts.ts'
import { succeed } from '#model/platform/result.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import type { UseCase } from '#server/use-case.ts'
import { emptyCart } from './cart-view.ts'
import { releaseCart } from './release-cart.ts'

export const deleteCart: UseCase<typeof contract> = async (context, { site, params }) => {
  const cartId = params.cartId.toLowerCase()
  const released = await releaseCart(context, { cartId, scope: siteScopeOf(site) })
  return released.success ? succeed(emptyCart(cartId)) : released
}
