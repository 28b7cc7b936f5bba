import { computed, onMount } from 'nanostores'
import { customer, type Customer } from '#model/accounts.ts'
import { $accessToken, readAccessToken } from './access-token.ts'
import { persistentStore, rereadStorage, sessionStore, writeText } from './persistent-store.ts'
import { readText } from './storage.ts'

const isTrue = (stored: unknown): true | undefined => (stored === true ? true : undefined)

/** As it was stored, in whatever shape: a customer of another shape is for the server to bring up to date. */
export const $customerData = persistentStore('customer_data', (stored) => stored)

/** Specification §6, §9: the staff flag. */
export const $isStaffUser = persistentStore('isStaffUser', isTrue)

/** Specification §6: the staff flag of an address in STAFF_HINT_EMAILS. */
export const $isSpecialStaff = sessionStore('isSpecialStaff', isTrue)

/** Someone signed out and the server doesn't know it yet: until then the refresh cookie must not be used. */
const $isLogoutPending = persistentStore('customer_logout_pending', isTrue)

export interface StoredSession {
  /** Also for a customer of another shape. */
  isStored: boolean
  customer?: Customer
}

export const $storedSession = computed($customerData, (stored): StoredSession => {
  const parsed = customer.safeParse(stored)
  return parsed.success ? { isStored: true, customer: parsed.data } : { isStored: stored !== undefined }
})

// Session storage is this tab's own: a tab that signs out can't clear it in others.
onMount($storedSession, () =>
  $customerData.listen((stored) => {
    if (stored === undefined) $isSpecialStaff.set(undefined)
  }),
)

/** The other reading of specification §9. */
const OLD_KEYS = [
  ['customerData', 'customer_data'],
  ['customerAccessToken', 'customer_access_token'],
] as const

/** Entries under the old keys move to the new ones, unless those are taken. */
export function moveOldSession(): void {
  for (const [oldKey, key] of OLD_KEYS) {
    const text = readText(oldKey)
    if (text === undefined) continue
    if (readText(key) === undefined) writeText(key, text)
    writeText(oldKey, undefined)
  }
  rereadStorage()
}

/** Is written before the customer: a tab that sees a new customer may call at once. */
export const writeToken = (accessToken: string): void => $accessToken.set(accessToken)

export function writeSession(found: Customer): void {
  $isStaffUser.set(found.staff.isStaff ? true : undefined)
  $isSpecialStaff.set(found.staff.isHinted === true ? true : undefined)
  $customerData.set(found)
}

/**
 * Stores an answer about the signed-in customer. False, and nothing stored, when this browser has signed out or signed in as someone
 * else while the answer was on its way.
 */
export function updateSession(found: Customer): boolean {
  const isOver = isLogoutPending() || readAccessToken() === undefined
  const { customer: stored } = $storedSession.get()
  if (isOver || (stored && stored.id !== found.id)) return false
  writeSession(found)
  return true
}

export function clearSession(): void {
  $accessToken.set(undefined)
  $isStaffUser.set(undefined)
  $isSpecialStaff.set(undefined)
  $customerData.set(undefined)
}

/** What is written into forms in this tab, by their stores' keys. */
const DRAFTS = ['checkoutDraft', 'siteLookDraft', 'eventDraft', 'letterDraft']

/** For signing out, not for a session that ended: its drafts wait for the next sign-in. */
export function forgetDrafts(): void {
  for (const key of DRAFTS) sessionStore(key, (stored) => stored).set(undefined)
  rereadStorage()
}

export function isLogoutPending(): boolean {
  rereadStorage()
  return $isLogoutPending.get() === true
}

export const markLogout = (isPending: boolean): void => $isLogoutPending.set(isPending ? true : undefined)
