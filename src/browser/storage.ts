/** Keys of local storage (specification §9). */
export const STORAGE_KEYS = {
  cart: 'cart',
  cartExpirationTime: 'cartExpirationTime',
  cartPromoCode: 'cartPromoCode',
  /** The UUID under which the server keeps this browser's holds. */
  cartId: 'cartId',
  accessToken: 'customer_access_token',
  tracking: 'trackingData',
} as const

/** Keys of session storage: they live as long as the tab. */
export const SESSION_KEYS = {
  checkoutDraft: 'checkoutDraft',
  checkoutAttempt: 'checkoutAttempt',
  trackedRefs: 'trackedRefs',
  siteLookDraft: 'siteLookDraft',
  eventDraft: 'eventDraft',
  letterDraft: 'letterDraft',
  /** Why the visitor was signed out, for the sign-in page. */
  refreshError: 'refreshError',
  /** Staff flag of an address in STAFF_HINT_EMAILS (specification §6). */
  specialStaff: 'isSpecialStaff',
} as const

/** Undefined when nothing is there, when it isn't JSON, and where storage is forbidden. */
export function readStored(area: 'localStorage' | 'sessionStorage', key: string): unknown {
  try {
    const text = window[area].getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined removes the entry. A full or forbidden storage is no reason to stop a purchase: answers whether it was kept. */
export function writeStored(area: 'localStorage' | 'sessionStorage', key: string, value: unknown): boolean {
  try {
    if (value === undefined) window[area].removeItem(key)
    else window[area].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** The token as it was stored: plain text, not JSON. */
export function readAccessToken(): string | undefined {
  try {
    return window.localStorage.getItem(STORAGE_KEYS.accessToken) ?? readCookie(STORAGE_KEYS.accessToken)
  } catch {
    return readCookie(STORAGE_KEYS.accessToken)
  }
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1)
  return value ? decodeURIComponent(value) : undefined
}
