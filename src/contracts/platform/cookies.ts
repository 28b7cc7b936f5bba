/** Cookies that the server sets for visitors without JavaScript. Scripts move both to local storage under the keys of specification §9. */
export const CART_COOKIES = { cartId: 'cartId', promoCode: 'cartPromoCode' } as const

/**
 * Lifetime of these cookies. Longer than a cart's holds, so that a returning visitor can be shown that the cart has
 * expired.
 */
export const CART_COOKIES_SECONDS = 86_400

// A separate constant, because bundlers keep unused properties of an object.
const REFRESH_COOKIE = 'customer_refresh_token'

/** HttpOnly cookies of a session. The access token's cookie authenticates requests for pages, but never API calls. */
export const SESSION_COOKIES = { access: 'customer_access_token', refresh: REFRESH_COOKIE } as const

/**
 * Cookies that are set while a member is signed in (specification §6). HttpOnly. The server never reads them: it
 * authorises by memberships in the database.
 */
export const STAFF_COOKIES = { isStaff: 'isStaffUser', permissions: 'staff_permissions' } as const

/**
 * Cookie that identifies a browser in which the account has signed in before. Failed sign-ins in other browsers don't
 * rate-limit this browser.
 */
export const DEVICE_COOKIE = 'customer_device'

/**
 * Prefix of cookie names. Browsers accept such a cookie only from this host and over https (RFC 6265bis). Not for
 * cookies that scripts read.
 */
export const HOST_PREFIX = '__Host-'
/** Cookies whose names have HOST_PREFIX over https. */
export const HOST_PREFIXED: readonly string[] = [REFRESH_COOKIE, DEVICE_COOKIE]

/** Signed list of the tracking links that this browser followed. HttpOnly. */
export const TRACKING_COOKIE = 'tracking_links'

/** Prefix of cookie names; an event id follows. The cookie shows that this browser has entered the event's access code. HttpOnly. */
export const EVENT_CODE_COOKIE = 'event_code_'

/** Cookies with the site's promoter and branding, which scripts may read (specification §9). */
export const DOMAIN_COOKIES = {
  host: 'x-custom-domain',
  userId: 'x-custom-domain-user-id',
  settings: 'x-custom-domain-settings',
} as const
export const DOMAIN_COOKIES_SECONDS = 86_400
