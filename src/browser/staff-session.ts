import type { StaffSignals } from '#model/staff-hint.ts'
import { readAccessToken, readStored, SESSION_KEYS, writeStored } from './storage.ts'

/** Keys of local storage: the customer and the staff flag are written with the session. */
const KEYS = { customer: 'customer_data', isStaff: 'isStaffUser', promoter: 'staffPromoterId' } as const

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readStaffSignals = (): StaffSignals => ({
  token: readAccessToken(),
  isFlagged:
    readStored('localStorage', KEYS.isStaff) === true ||
    readStored('sessionStorage', SESSION_KEYS.specialStaff) === true,
  customer: readStored('localStorage', KEYS.customer),
})

/** The promoter whose storefront this page is on. */
export const hostPromoter = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['promoter']

/** Which of several promoters this browser works for; undefined until one was chosen. */
export function readChosenPromoter(): string | undefined {
  const stored = readStored('localStorage', KEYS.promoter)
  return typeof stored === 'string' && UUID.test(stored) ? stored : undefined
}

export const writeChosenPromoter = (id: string | undefined): void =>
  void writeStored('localStorage', KEYS.promoter, id)

/** Specification §6: which promoter a staff call is about. A host that is a promoter's own speaks for itself. */
export function staffHeaders(): Record<string, string> {
  const id = hostPromoter() ?? readChosenPromoter()
  return id ? { 'X-Promoter-User-Id': id } : {}
}
