import type { StaffSignals } from '#model/people/staff-hint.ts'
import { readAccessToken } from '#browser/platform/session/access-token.ts'
import { persistentStore } from '#browser/platform/persistent-store.ts'
import { $customerData, $isSpecialStaff, $isStaffUser } from '#browser/platform/session/stored-session.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Promoter that the member works for in this browser; undefined until one is chosen. */
export const $chosenPromoterId = persistentStore('staffPromoterId', (stored) =>
  typeof stored === 'string' && UUID.test(stored) ? stored : undefined,
)

/** Reads the stored signals from which `isLikelyStaff` guesses whether the user is staff. */
export const readStaffSignals = (): StaffSignals => ({
  token: readAccessToken(),
  isFlagged: $isStaffUser.get() === true || $isSpecialStaff.get() === true,
  customer: $customerData.get(),
})

/** Id of the promoter whose storefront this page belongs to, from the document; undefined on the main site. */
export const readStorefrontPromoterId = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['promoter']

/**
 * Headers that name the promoter: the storefront's promoter on its host, otherwise the promoter that the member chose
 * (specification §6).
 */
export function staffHeaders(): Record<string, string> {
  const id = readStorefrontPromoterId() ?? $chosenPromoterId.get()
  return id ? { 'X-Promoter-User-Id': id } : {}
}
