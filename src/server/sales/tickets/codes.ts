import { randomInt } from 'node:crypto'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'

const randomCode = (length: number): string =>
  Array.from({ length }, () => BASE32_ALPHABET[randomInt(BASE32_ALPHABET.length)]).join('')

/** Returns a new order number for buyers: 8 characters, 10¹² combinations. A unique constraint rejects duplicates. */
export const newOrderNumber = (): string => randomCode(8)

/** Returns a new ticket code that can be typed at the door: 10 characters in two groups, 10¹⁵ combinations. */
export const newTicketCode = (): string => `${randomCode(5)}-${randomCode(5)}`
