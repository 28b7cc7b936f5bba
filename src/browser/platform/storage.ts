/** Storage keys used with and without nanostores (specification §9). */
export const CART_KEYS = { items: 'cart', expiresAt: 'cartExpirationTime' } as const

export type StorageArea = 'localStorage' | 'sessionStorage'

/** Values that could not be stored, kept in memory as long as the page. */
export const unsaved = new Map<string, string>()

/** Undefined without an entry, without access to storage, and on the server. */
export function readText(key: string, area: StorageArea = 'localStorage'): string | undefined {
  try {
    return unsaved.get(key) ?? window[area].getItem(key) ?? undefined
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
