/** Set by forms of visitors without JavaScript. Scripts move both to local storage (specification §9 names the keys). */
export const CART_COOKIES = { cartId: 'cartId', promoCode: 'cartPromoCode' } as const

/** Longer than any cart lives, so that a returning visitor can be told that it has expired. */
export const CART_COOKIES_SECONDS = 86_400

// A constant of its own: bundlers keep reads of an object's property, even unused ones.
const REFRESH_COOKIE = 'customer_refresh_token'

/** HttpOnly. The access token's cookie authenticates page requests, never API calls. */
export const SESSION_COOKIES = { access: 'customer_access_token', refresh: REFRESH_COOKIE } as const

/** Set while a member is signed in (specification §6). HttpOnly and never read: authorisation comes from memberships. */
export const STAFF_COOKIES = { isStaff: 'isStaffUser', permissions: 'staff_permissions' } as const

/** Identifies a browser that an account has signed in on before: failed sign-ins from elsewhere don't rate-limit it. */
export const DEVICE_COOKIE = 'customer_device'

/** Makes browsers accept the cookie only from this host, over https (RFC 6265bis). Not for cookies that scripts read. */
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
