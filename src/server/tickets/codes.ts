import { randomInt } from 'node:crypto'

/** Digits and letters that are not mistaken for one another when read aloud or typed (Crockford's base 32). */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** What a buyer quotes: 8 characters, 10¹² possibilities; the database refuses a second one. */
export const newOrderNumber = (): string => randomCode(8)

/** What door staff can type: 10 characters in two groups, 10¹⁵ possibilities. */
export const newTicketCode = (): string => `${randomCode(5)}-${randomCode(5)}`
