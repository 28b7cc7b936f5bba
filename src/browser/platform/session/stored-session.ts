import { computed, onMount } from 'nanostores'
import { customer, type Customer } from '#model/people/accounts.ts'
import { $accessToken, readAccessToken } from './access-token.ts'
import {
  persistentStore,
  rereadStorage,
  sessionStore,
  writeStoredText,
} from '#browser/platform/persistent-store.ts'
import { readStoredText } from '#browser/platform/storage.ts'

const isTrue = (stored: unknown): true | undefined => (stored === true ? true : undefined)

/** The stored customer. Not validated, because the server updates outdated formats. */
export const $customerData = persistentStore('customer_data', (stored) => stored)

/** Flag for staff (specification §6, §9). */
export const $isStaffUser = persistentStore('isStaffUser', isTrue)

/** Flag for staff whose email address is in STAFF_HINT_EMAILS (specification §6). */
export const $isSpecialStaff = sessionStore('isSpecialStaff', isTrue)

/** True from signing out until the server confirms it. Until then, the refresh cookie must not be used. */
const $isLogoutPending = persistentStore('customer_logout_pending', isTrue)

export interface StoredSession {
  isStored: boolean
  customer?: Customer
}

export const $storedSession = computed($customerData, (stored): StoredSession => {
  const parsed = customer.safeParse(stored)
  return parsed.success ? { isStored: true, customer: parsed.data } : { isStored: stored !== undefined }
})

// Clears this tab's session storage, which other tabs can't do.
onMount($storedSession, () =>
  $customerData.listen((stored) => {
    if (stored === undefined) $isSpecialStaff.set(undefined)
  }),
)

/** Old and new key of each entry. Both appear in specification §9, which is ambiguous. */
const OLD_KEYS = [
  ['customerData', 'customer_data'],
  ['customerAccessToken', 'customer_access_token'],
] as const

/** Moves entries from the old keys to the new ones, unless the new keys have values. */
export function migrateSessionKeys(): void {
  for (const [oldKey, key] of OLD_KEYS) {
    const text = readStoredText(oldKey)
    if (text === undefined) continue
    if (readStoredText(key) === undefined) writeStoredText(key, text)
    writeStoredText(oldKey, undefined)
  }
  rereadStorage()
}

/**
 * Stores the access token. Must be called before the customer is stored, because other tabs call the API as soon as
 * they see a customer.
 */
export const writeToken = (accessToken: string): void => $accessToken.set(accessToken)

export function writeSession(customer: Customer): void {
  $isStaffUser.set(customer.staff.isStaff ? true : undefined)
  $isSpecialStaff.set(customer.staff.isHinted === true ? true : undefined)
  $customerData.set(customer)
}

/**
 * Stores the customer returned by an API call. Returns false and stores nothing if the user signed out or changed accounts during the call.
 */
export function updateSession(customer: Customer): boolean {
  const isOver = isLogoutPending() || readAccessToken() === undefined
  const { customer: stored } = $storedSession.get()
  if (isOver || (stored && stored.id !== customer.id)) return false
  writeSession(customer)
  return true
}

export function clearSession(): void {
  $accessToken.set(undefined)
  $isStaffUser.set(undefined)
  $isSpecialStaff.set(undefined)
  $customerData.set(undefined)
}

const DRAFTS = ['checkoutDraft', 'siteLookDraft', 'eventDraft', 'letterDraft']

/** Deletes drafts on sign-out. When a session expires, they stay for the next sign-in. */
export function deleteDrafts(): void {
  for (const key of DRAFTS) sessionStore(key, (stored) => stored).set(undefined)
  rereadStorage()
}

/** Returns true from signing out until the server has confirmed it, even if another tab signed out. */
export function isLogoutPending(): boolean {
  rereadStorage()
  return $isLogoutPending.get() === true
}

export const setLogoutPending = (isPending: boolean): void =>
  $isLogoutPending.set(isPending ? true : undefined)
