import type { StaffSignals } from '#model/people/staff-hint.ts'
import { readAccessToken } from '#browser/platform/session/access-token.ts'
import { persistentStore } from '#browser/platform/persistent-store.ts'
import { $customerData, $isSpecialStaff, $isStaffUser } from '#browser/platform/session/stored-session.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Id of the promoter that this browser works for; undefined until one is chosen. */
export const $chosenPromoter = persistentStore('staffPromoterId', (stored) =>
  typeof stored === 'string' && UUID.test(stored) ? stored : undefined,
)

export const readStaffSignals = (): StaffSignals => ({
  token: readAccessToken(),
  isFlagged: $isStaffUser.get() === true || $isSpecialStaff.get() === true,
  customer: $customerData.get(),
})

export const hostPromoter = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['promoter']

/** The host of a storefront takes precedence over the chosen promoter (specification §6). */
export function staffHeaders(): Record<string, string> {
  const id = hostPromoter() ?? $chosenPromoter.get()
  return id ? { 'X-Promoter-User-Id': id } : {}
}
