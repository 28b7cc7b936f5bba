import { randomInt } from 'node:crypto'
import { ALPHABET } from '#model/sales/door/base32.ts'

const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Order number for buyers: 8 characters, 10¹² combinations; a unique constraint rejects duplicates. */
export const newOrderNumber = (): string => randomCode(8)

/** Ticket code to type at the door: 10 characters in two groups, 10¹⁵ combinations. */
export const newTicketCode = (): string => `${randomCode(5)}-${randomCode(5)}`
