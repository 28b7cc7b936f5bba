import type { Customer } from '#model/accounts.ts'
import { $draft, writeField } from './checkout-draft.ts'

/** Who signs in is asked nothing twice: contact fields that are empty take what the account knows. What was typed stays. */
export function fillContact({ email, firstName, lastName, phone }: Customer): void {
  for (const [name, value] of Object.entries({ email, firstName, lastName, phone })) {
    const field = `customer.${name}`
    if (value && !$draft.get()[field]?.trim()) writeField(field, value)
  }
}
