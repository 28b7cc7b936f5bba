import type { SaleStatus } from './catalog.ts'

export const TICKET_TYPES_LIMIT = 100

/** True when waiting for `followsId` would make a ticket type wait for itself, directly or through other types. */
export function createsCycle(
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

/** Explains why the capacity can't be reduced further: `48 sold and 3 in carts`. */
export const formatSoldAndHeld = ({ held, sold }: { held: number; sold: number }): string =>
  [sold > 0 ? `${sold} sold` : '', held > 0 ? `${held} in carts` : ''].filter(Boolean).join(' and ')

const STATES: Readonly<Record<SaleStatus, string>> = {
  on_sale: 'On sale',
  sold_out: 'Sold out',
  not_yet: 'Not on sale yet',
  ended: 'Sale ended',
  paused: 'Turned off',
}

export const saleStateLabel = (type: { status: SaleStatus; waitsFor?: string | undefined }): string =>
  type.waitsFor === undefined ? STATES[type.status] : `After ${type.waitsFor}`

/** Returns the ids with one id moved by `places`. Undefined when it is already at that end of the list. */
export function moveId(ids: readonly string[], id: string, places: number): string[] | undefined {
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + places, 0), ids.length - 1)
  return from < 0 || from === to ? undefined : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
