import type { Customer } from '#model/people/accounts.ts'
import { $draft, writeField } from './checkout-draft.ts'

/** Fills empty contact fields from the account after sign-in. Entered values stay, and so does the field `except`. */
export function fillContact({ email, firstName, lastName, phone }: Customer, except?: string): void {
  for (const [name, value] of Object.entries({ email, firstName, lastName, phone })) {
    const field = `customer.${name}`
    if (value && field !== except && !$draft.get()[field]?.trim()) writeField(field, value)
  }
}
