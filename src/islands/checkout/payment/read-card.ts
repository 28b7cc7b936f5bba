import * as z from 'zod/mini'
import { cardFields } from '#model/money/payments.ts'
import type { ReadCard } from '#stores/checkout/card-payment.ts'

export interface EnteredCard {
  number: string
  expiry: string
  cvc: string
}

export const EMPTY_CARD: EnteredCard = { number: '', expiry: '', cvc: '' }

/** Validates the card with the server's schema. Errors have the names of the form's fields. */
export function readCard(typed: EnteredCard): ReturnType<ReadCard> {
  const parsed = z.safeParse(cardFields, {
    ...typed,
    number: typed.number.trim(),
    expiry: typed.expiry.trim(),
    cvc: typed.cvc.trim(),
  })
  if (parsed.success) return { card: parsed.data, errors: {} }
  return {
    errors: Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [`card.${path.join('.')}`, message]),
    ),
  }
}

/** Formats digits in groups of four, as on the card: '42424242' → '4242 4242'. */
export const groupDigits = (text: string): string =>
  text
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Formats the expiry: '1230' → '12/30'. Deleting the slash also deletes the digit before it. */
export function formatExpiry(text: string, before: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 4)
  const isErasing = text.length < before.length
  if (digits.length < 2 || (digits.length === 2 && isErasing)) return digits
  return `${digits.slice(0, 2)}/${digits.slice(2)}`
}
