import type { Customer } from '#model/people/accounts.ts'
import { $draft, writeField } from './checkout-draft.ts'

/** After sign-in, fills empty contact fields from the account. Entered values stay. */
export function fillContact({ email, firstName, lastName, phone }: Customer): void {
  for (const [name, value] of Object.entries({ email, firstName, lastName, phone })) {
    const field = `customer.${name}`
    if (value && !$draft.get()[field]?.trim()) writeField(field, value)
  }
}
