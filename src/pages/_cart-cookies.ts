import type { APIContext, AstroCookieSetOptions } from 'astro'
import { CART_COOKIES, CART_COOKIES_SECONDS } from '#contracts/platform/cookies.ts'
import type { CartIdentity } from '#server/sales/cart/submit-cart-form.ts'

type Visit = Pick<APIContext, 'cookies' | 'url'>

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const MAX_CODE_LENGTH = 64

export function readCartCookies({ cookies }: Visit): CartIdentity {
  const cartId = cookies.get(CART_COOKIES.cartId)?.value ?? ''
  const promoCode = cookies.get(CART_COOKIES.promoCode)?.value ?? ''
  const isCode = promoCode !== '' && promoCode.length <= MAX_CODE_LENGTH && !promoCode.includes('\0')
  return {
    ...(UUID.test(cartId) ? { cartId } : {}),
    ...(isCode ? { promoCode } : {}),
  }
}

export function writeCartCookies(visit: Visit, { cartId, promoCode }: CartIdentity): void {
  keep(visit, CART_COOKIES.cartId, cartId)
  keep(visit, CART_COOKIES.promoCode, promoCode)
}

function keep({ cookies, url }: Visit, name: string, value: string | undefined): void {
  const options = {
    path: '/',
    sameSite: 'lax',
    secure: url.protocol === 'https:',
  } satisfies AstroCookieSetOptions
  if (value) cookies.set(name, value, { ...options, maxAge: CART_COOKIES_SECONDS })
  else if (cookies.has(name)) cookies.delete(name, options)
}
