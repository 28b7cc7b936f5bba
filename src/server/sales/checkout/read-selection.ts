import { z } from 'zod'
import type { OrderSelection } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import { searchTerms } from '#model/sales/order-search.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import type { OrderPlace, OrderSearch } from '#server/sales/order-management/order-search-rows.ts'

const DAY_MS = 86_400_000
const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** Converts filters from the query string. An invalid id matches nothing. */
export function readSelection(
  filter: OrderSelection,
  caller: { promoterId: string; now: number },
): OrderSearch {
  return {
    promoterId: caller.promoterId,
    words: searchTerms(filter.q),
    status: filter.status,
    eventId: readId(filter.eventId),
    from: filter.from === undefined ? undefined : new Date(filter.from),
    to: filter.to === undefined ? undefined : endOf(filter.to),
    promo: filter.promo || undefined,
    linkId: readId(filter.link),
    now: new Date(caller.now),
  }
}

export const readId = (id: string | undefined): string | undefined =>
  id ? (isUuid(id) ? id : NOBODYS) : undefined

/** A date is inclusive: returns the end of the day. */
const endOf = (text: string): Date =>
  new Date(Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS : 0))

/** Upper bound of times that both PostgreSQL and JavaScript accept. */
const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()]))

export const writePlace = (place: OrderPlace): string => cursor.write([place.createdAt.getTime(), place.id])

export function readPlace(text: string | undefined): Result<OrderPlace | undefined, 'VALIDATION_ERROR'> {
  if (text === undefined) return succeed(undefined)
  const place = cursor.read(text)
  if (!place)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  const [createdAt, id] = place
  return succeed({ createdAt: new Date(createdAt), id })
}
