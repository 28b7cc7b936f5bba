import { newUuid } from '#browser/platform/uuid.ts'
import type { SentDoorSale } from '#contracts/portal/door-sales.ts'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'

/** Returns a random code. All characters are equally likely, because 256 is divisible by the length of the alphabet. */
const randomCode = (length: number): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => BASE32_ALPHABET[byte % BASE32_ALPHABET.length],
  ).join('')

/** Creates a ticket with the id and code that the server will store. */
export const newDeviceTicket = (ticketTypeId: string): SentDoorSale['tickets'][number] => ({
  id: newUuid(),
  code: `${randomCode(5)}-${randomCode(5)}`,
  ticketTypeId,
})
