/**
 * Cart id and promo code of visitors without JavaScript, set by the pages' forms. Scripts read both and move them to local
 * storage (specification §9 names the keys).
 */
export const CART_COOKIES = { cartId: 'cartId', promoCode: 'cartPromoCode' } as const

/** Longer than any cart lives, so that a returning visitor can be told that it has expired. */
export const CART_COOKIES_SECONDS = 86_400

// A constant of its own: bundlers keep reads of an object's property, even where nothing uses what is read.
const REFRESH_COOKIE = 'customer_refresh_token'

/** HttpOnly. The access token's cookie authenticates page requests, never API calls. */
export const SESSION_COOKIES = { access: 'customer_access_token', refresh: REFRESH_COOKIE } as const

/**
 * Set while a member of a promoter is signed in (specification §6). HttpOnly and never read: authorisation comes from
 * memberships.
 */
export const STAFF_COOKIES = { isStaff: 'isStaffUser', permissions: 'staff_permissions' } as const

/** Identifies a browser that an account has signed in on before: failed sign-ins from elsewhere don't rate-limit it. */
export const DEVICE_COOKIE = 'customer_device'

/**
 * Cookie name prefix: browsers accept the cookie only from this host over https (RFC 6265bis). Used over https only, for cookies
 * that neither scripts nor the specification name.
 */
export const HOST_PREFIX = '__Host-'
export const HOST_PREFIXED: readonly string[] = [REFRESH_COOKIE, DEVICE_COOKIE]

/** Signed list of the tracking links that this browser followed. HttpOnly. */
export const TRACKING_COOKIE = 'tracking_links'

/** Prefix, followed by an event id: this browser has entered the event's access code. HttpOnly. */
export const EVENT_CODE_COOKIE = 'event_code_'

/** Specification §9: domain cookies, readable by scripts. */
export const DOMAIN_COOKIES = {
  host: 'x-custom-domain',
  userId: 'x-custom-domain-user-id',
  settings: 'x-custom-domain-settings',
} as const
export const DOMAIN_COOKIES_SECONDS = 86_400
