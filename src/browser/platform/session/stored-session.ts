import { computed, onMount } from 'nanostores'
import { customer, type Customer } from '#model/people/accounts.ts'
import { $accessToken, readAccessToken } from './access-token.ts'
import {
  persistentStore,
  rereadStorage,
  sessionStore,
  writeText,
} from '#browser/platform/persistent-store.ts'
import { readText } from '#browser/platform/storage.ts'

const isTrue = (stored: unknown): true | undefined => (stored === true ? true : undefined)

/** The stored customer, unvalidated: the server updates outdated formats. */
export const $customerData = persistentStore('customer_data', (stored) => stored)

/** Specification §6, §9: the staff flag. */
export const $isStaffUser = persistentStore('isStaffUser', isTrue)

/** Staff flag of an address in STAFF_HINT_EMAILS (specification §6). */
export const $isSpecialStaff = sessionStore('isSpecialStaff', isTrue)

/** True from signing out until the server confirms it. Meanwhile the refresh cookie must not be used. */
const $isLogoutPending = persistentStore('customer_logout_pending', isTrue)

export interface StoredSession {
  isStored: boolean
  customer?: Customer
}

export const $storedSession = computed($customerData, (stored): StoredSession => {
  const parsed = customer.safeParse(stored)
  return parsed.success ? { isStored: true, customer: parsed.data } : { isStored: stored !== undefined }
})

// Other tabs can't clear this tab's session storage.
onMount($storedSession, () =>
  $customerData.listen((stored) => {
    if (stored === undefined) $isSpecialStaff.set(undefined)
  }),
)

/** Old and new key of each entry, since specification §9 can be read two ways. */
const OLD_KEYS = [
  ['customerData', 'customer_data'],
  ['customerAccessToken', 'customer_access_token'],
] as const

/** Moves entries from old keys to new ones, unless the new keys are in use. */
export function moveOldSession(): void {
  for (const [oldKey, key] of OLD_KEYS) {
    const text = readText(oldKey)
    if (text === undefined) continue
    if (readText(key) === undefined) writeText(key, text)
    writeText(oldKey, undefined)
  }
  rereadStorage()
}

/** Must be called before the customer is written: other tabs call the API as soon as they see one. */
export const writeToken = (accessToken: string): void => $accessToken.set(accessToken)

export function writeSession(found: Customer): void {
  $isStaffUser.set(found.staff.isStaff ? true : undefined)
  $isSpecialStaff.set(found.staff.isHinted === true ? true : undefined)
  $customerData.set(found)
}

/** Stores the customer that an API call returned. False, storing nothing, if the browser signed out or changed accounts during the call. */
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

const DRAFTS = ['checkoutDraft', 'siteLookDraft', 'eventDraft', 'letterDraft']

/** Deletes the drafts when the user signs out. After an expired session they are kept for the next sign-in. */
export function forgetDrafts(): void {
  for (const key of DRAFTS) sessionStore(key, (stored) => stored).set(undefined)
  rereadStorage()
}

export function isLogoutPending(): boolean {
  rereadStorage()
  return $isLogoutPending.get() === true
}

export const markLogout = (isPending: boolean): void => $isLogoutPending.set(isPending ? true : undefined)
