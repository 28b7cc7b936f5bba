import * as z from 'zod/mini'
import { DEFAULT_MAX_PER_ORDER } from '#model/catalog/catalog.ts'

export interface PurchaseLimits {
  maxPerOrder: number | null
  maxPerCustomer: number | null
}

export const maxPerOrderOf = ({ maxPerOrder, maxPerCustomer }: PurchaseLimits): number =>
  maxPerOrder ?? maxPerCustomer ?? DEFAULT_MAX_PER_ORDER

/**
 * `details` of CUSTOMER_LIMIT. `left` is the number of tickets that the customer can still buy. It is sent only to
 * the signed-in owner of the email address.
 */
export const customerLimitDetails = z.object({
  tickets: z.array(
    z.object({
      ticketTypeId: z.string(),
      name: z.string(),
      maxPerCustomer: z.int(),
      left: z.optional(z.int()),
    }),
  ),
})
export type CustomerLimitDetails = z.infer<typeof customerLimitDetails>

export interface LimitedLine {
  ticketTypeId: string
  name: string
  quantity: number
  maxPerCustomer: number | null
}

/**
 * Returns the lines that exceed the customer's limit. `taken`: number of tickets that the customer already has, by
 * ticket type.
 */
export const linesOverLimit = (
  lines: readonly LimitedLine[],
  taken: ReadonlyMap<string, number>,
): CustomerLimitDetails['tickets'] =>
  lines.flatMap(({ ticketTypeId, name, quantity, maxPerCustomer }) => {
    const has = taken.get(ticketTypeId) ?? 0
    return maxPerCustomer === null || has + quantity <= maxPerCustomer
      ? []
      : [{ ticketTypeId, name, maxPerCustomer, left: Math.max(0, maxPerCustomer - has) }]
  })

/**
 * Explains the limit: `Maximum 4 “Standing” per customer. This address can buy 2 more.` Without `left`, explains how
 * to see how many can still be bought.
 */
export const customerLimitMessage = ({ tickets }: CustomerLimitDetails): string =>
  tickets
    .map(({ name, maxPerCustomer, left }) => {
      const most = `Maximum ${maxPerCustomer} “${name}” per customer`
      if (left === undefined)
        return `${most}, including earlier orders. Sign in with this address to see how many are left.`
      const more = left === 0 ? 'no more' : `${left} more`
      return `${most}. This address can buy ${more}.`
    })
    .join(' ')
