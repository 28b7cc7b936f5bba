import type { Customer } from '#model/people/accounts.ts'
import { $checkoutDraft, writeDraftField } from './checkout-draft.ts'

const NAMES = ['email', 'firstName', 'lastName', 'phone'] as const

/** Contact fields of the draft. */
export const CONTACT_FIELDS: readonly string[] = NAMES.map((name) => `customer.${name}`)

/** Fills empty contact fields from the account after sign-in. Entered values stay. */
export function fillContact(customer: Customer, fields: readonly string[] = CONTACT_FIELDS): void {
  for (const name of NAMES) {
    const field = `customer.${name}`
    const value = customer[name]
    if (value && fields.includes(field) && !$checkoutDraft.get()[field]?.trim()) writeDraftField(field, value)
  }
}
