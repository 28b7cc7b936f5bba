import { customer, type Customer } from '#model/accounts.ts'
import {
  readAccessToken,
  readStored,
  SESSION_KEYS as TAB_KEYS,
  STORAGE_KEYS,
  writeStored,
} from './storage.ts'

/** Keys of local storage (specification §6, §9); the access token's is in `storage.ts`, which the request layer reads. */
const SESSION_KEYS = {
  customer: 'customer_data',
  isStaff: 'isStaffUser',
  /** Somebody signed out and the server has not heard of it yet: until then the refresh cookie must not be used. */
  logoutPending: 'customer_logout_pending',
} as const

/** The other reading of specification §9. */
const OLD_KEYS = [
  ['customerData', SESSION_KEYS.customer],
  ['customerAccessToken', STORAGE_KEYS.accessToken],
] as const

/** The stored session has changed in this tab; other tabs hear the `storage` event. */
const SESSION_CHANGED_EVENT = 'app:session'

/** What is found under the old keys moves to the new ones, unless something is there already. */
export function moveOldSession(): void {
  for (const [oldKey, key] of OLD_KEYS) {
    const text = readText(oldKey)
    if (text === undefined) continue
    if (readText(key) === undefined) writeText(key, text)
    writeText(oldKey, undefined)
  }
}

/** `isStored` also for a customer of another shape, which only the server can bring up to date. */
export function readSession(): { isStored: boolean; customer?: Customer } {
  const parsed = customer.safeParse(readStored('localStorage', SESSION_KEYS.customer))
  return parsed.success
    ? { isStored: true, customer: parsed.data }
    : { isStored: readText(SESSION_KEYS.customer) !== undefined }
}

/** Comes before the customer: a tab that hears of one may call at once. */
export const writeToken = (accessToken: string): void => writeText(STORAGE_KEYS.accessToken, accessToken)

export function writeSession(found: Customer): void {
  writeText(SESSION_KEYS.isStaff, found.staff.isStaff ? 'true' : undefined)
  markSpecialStaff(found.staff.isHinted === true)
  writeStored('localStorage', SESSION_KEYS.customer, found)
  announce()
}

export function clearSession(): void {
  for (const key of [STORAGE_KEYS.accessToken, SESSION_KEYS.isStaff, SESSION_KEYS.customer])
    writeText(key, undefined)
  markSpecialStaff(false)
  announce()
}

const markSpecialStaff = (isSpecial: boolean): void =>
  void writeStored('sessionStorage', TAB_KEYS.specialStaff, isSpecial || undefined)

/** Whether calls carry this token from now on. */
export const isTokenVisible = (token: string): boolean => readAccessToken() === token

export const isLogoutPending = (): boolean => readText(SESSION_KEYS.logoutPending) !== undefined

export const markLogout = (isPending: boolean): void =>
  writeText(SESSION_KEYS.logoutPending, isPending ? 'true' : undefined)

/** Runs `hear` whenever the stored session may have changed, in whatever tab. Returns how to stop. */
export function onSessionChange(hear: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener(SESSION_CHANGED_EVENT, hear, { signal })
  // A page that comes back from the browser's memory has heard nothing meanwhile.
  window.addEventListener('pageshow', (event) => event.persisted && hear(), { signal })
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      // Without a key, everything was cleared.
      if (key !== SESSION_KEYS.customer && key !== null) return
      // Session storage is this tab's own: the tab that signed out could not clear it.
      if (newValue === null) markSpecialStaff(false)
      hear()
    },
    { signal },
  )
  return () => listening.abort()
}

const announce = (): void => void window.dispatchEvent(new Event(SESSION_CHANGED_EVENT))

/** Undefined where there is none, and where storage is forbidden. */
function readText(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined removes. Where storage is full or forbidden, nothing is kept. */
function writeText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
  } catch {
    // Who depends on it looks whether it is there.
  }
}
