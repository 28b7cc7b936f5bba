import type { SaleStatus } from './catalog.ts'
import { minorDigits } from './money.ts'

/** Ticket types of one event. */
export const TICKET_TYPES_LIMIT = 100

/** Whether a ticket type that waits for `followsId` would wait for itself, over however many. */
export function makesCircle(
  types: readonly { id: string; followsId: string | null }[],
  { id, followsId }: { id: string | undefined; followsId: string | null },
): boolean {
  let at: string | null = followsId
  for (let steps = 0; at !== null && steps <= types.length; steps += 1) {
    if (at === id) return true
    at = types.find((type) => type.id === at)?.followsId ?? null
  }
  return at !== null
}

/** Whether an amount in major units has no more digits than its currency. */
export const fitsCurrency = (amount: number, currency: string): boolean =>
  Number(amount.toFixed(minorDigits(currency))) === amount

/** `48 sold and 3 in carts`: what stands in the way of a smaller capacity. */
export const takenWords = ({ held, sold }: { held: number; sold: number }): string =>
  [sold > 0 ? `${sold} sold` : '', held > 0 ? `${held} in carts` : ''].filter(Boolean).join(' and ')

const STATES: Readonly<Record<SaleStatus, string>> = {
  on_sale: 'On sale',
  sold_out: 'Sold out',
  not_yet: 'Not on sale yet',
  ended: 'Sale ended',
  paused: 'Switched off',
}

/** How a ticket type stands, for the promoter. */
export const saleStateWords = (type: { status: SaleStatus; waitsFor?: string | undefined }): string =>
  type.waitsFor === undefined ? STATES[type.status] : `After ${type.waitsFor}`

/** The ids with one of them moved by so many places; undefined when it has nowhere to go. */
export function moveId(ids: readonly string[], id: string, places: number): string[] | undefined {
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + places, 0), ids.length - 1)
  return from < 0 || from === to ? undefined : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
