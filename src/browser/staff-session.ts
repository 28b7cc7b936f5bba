import type { StaffSignals } from '#model/staff-hint.ts'
import { readAccessToken } from './access-token.ts'
import { persistentStore } from './persistent-store.ts'
import { $customerData, $isSpecialStaff, $isStaffUser } from './stored-session.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Which of several promoters this browser works for; undefined until one was chosen. */
export const $chosenPromoter = persistentStore('staffPromoterId', (stored) =>
  typeof stored === 'string' && UUID.test(stored) ? stored : undefined,
)

export const readStaffSignals = (): StaffSignals => ({
  token: readAccessToken(),
  isFlagged: $isStaffUser.get() === true || $isSpecialStaff.get() === true,
  customer: $customerData.get(),
})

/** The promoter whose storefront this page is on. */
export const hostPromoter = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['promoter']

/** Specification §6: which promoter a staff call is about. A host that is a promoter's own speaks for itself. */
export function staffHeaders(): Record<string, string> {
  const id = hostPromoter() ?? $chosenPromoter.get()
  return id ? { 'X-Promoter-User-Id': id } : {}
}
