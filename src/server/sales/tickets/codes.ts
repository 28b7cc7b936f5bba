import { randomInt } from 'node:crypto'

/** Digits and letters that are not confused when read aloud or typed (Crockford's base 32). */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Order number for buyers: 8 characters, 10¹² combinations; a unique constraint rejects duplicates. */
export const newOrderNumber = (): string => randomCode(8)

/** Ticket code to type at the door: 10 characters in two groups, 10¹⁵ combinations. */
export const newTicketCode = (): string => `${randomCode(5)}-${randomCode(5)}`
