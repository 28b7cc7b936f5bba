import { isUuid } from '#server/platform/ids/is-uuid.ts'

/**
 * A pass belongs to one generation of a ticket. If the ticket is passed on or gets a new code, passes of the old generation
 * stay void.
 */
export interface PassId {
  ticketId: string
  generation: number
}

export const passSerialOf = ({ ticketId, generation }: PassId): string => `${ticketId}.${generation}`

export function parseSerial(serial: string): PassId | undefined {
  const [ticketId = '', generation = '', ...more] = serial.split('.')
  const isValid = isUuid(ticketId) && /^\d{1,6}$/.test(generation) && more.length === 0
  return isValid ? { ticketId, generation: Number(generation) } : undefined
}
