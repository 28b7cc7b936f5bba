export const CART_KEYS = { items: 'cart', expiresAt: 'cartExpirationTime' } as const

export const CART_ID_KEY = 'cartId'

export type StorageArea = 'localStorage' | 'sessionStorage'

/** Values that couldn't be stored, kept while the page is open. */
export const unsavedValues = new Map<string, string>()

/**
 * Reads an entry of local or session storage. Returns undefined if there is no entry or no access to storage, and on
 * the server.
 */
export function readStoredText(key: string, area: StorageArea = 'localStorage'): string | undefined {
  try {
    return unsavedValues.get(key) ?? window[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
