/** Keys that modules with and without nanostores read (specification §9). */
export const CART_KEYS = { items: 'cart', expiresAt: 'cartExpirationTime' } as const

export type StorageArea = 'localStorage' | 'sessionStorage'

/** Entries that a full or forbidden storage refused. They live as long as the page. */
export const unsaved = new Map<string, string>()

/** Undefined where there is no entry, where storage is forbidden, and on the server. */
export function readText(key: string, area: StorageArea = 'localStorage'): string | undefined {
  try {
    return unsaved.get(key) ?? window[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined for what isn't JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
