/**
 * What the forms of pages leave in the browser, for as long as no script does: the cart's id and the promo code that was
 * entered. Scripts may read both, and take them over (specification §9 keeps the same under these names in local storage).
 */
export const CART_COOKIES = { cartId: 'cartId', promoCode: 'cartPromoCode' } as const

/** Longer than any cart lives: whoever comes back after a while is told that it has expired. */
export const CART_COOKIES_SECONDS = 86_400

// A constant of its own: bundlers keep reads of an object's property, even where nothing uses what is read.
const REFRESH_COOKIE = 'customer_refresh_token'

/** Set by the server and read by it alone (HttpOnly). The access token's cookie opens pages, never the API. */
export const SESSION_COOKIES = { access: 'customer_access_token', refresh: REFRESH_COOKIE } as const

/**
 * Set while a member of a promoter is signed in (specification §6). HttpOnly, and read by nothing: every staff call is decided
 * from memberships.
 */
export const STAFF_COOKIES = { isStaff: 'isStaffUser', permissions: 'staff_permissions' } as const

/** A browser that an account has signed in on before: strangers' failed tries elsewhere don't hold it up. */
export const DEVICE_COOKIE = 'customer_device'

/**
 * Before a name, it tells browsers to take the cookie from this very host alone, over https (RFC 6265bis). Only over https, and only for
 * names that neither scripts nor the specification read.
 */
export const HOST_PREFIX = '__Host-'
export const HOST_PREFIXED: readonly string[] = [REFRESH_COOKIE, DEVICE_COOKIE]

/** The links that led a browser here, signed; read by the server alone. It outlives what scripts keep. */
export const TRACKING_COOKIE = 'tracking_links'

/** Before an event's id: its code was entered here. Read by the server alone. */
export const EVENT_CODE_COOKIE = 'event_code_'

/** Specification §9: what a browser remembers of its site. Scripts read them. */
export const DOMAIN_COOKIES = {
  host: 'x-custom-domain',
  userId: 'x-custom-domain-user-id',
  settings: 'x-custom-domain-settings',
} as const
export const DOMAIN_COOKIES_SECONDS = 86_400
