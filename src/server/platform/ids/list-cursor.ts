import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { createCursor } from './cursors.ts'

/** Position in a list that is sorted by time. `at` has millisecond precision. */
export interface ListPosition {
  at: Date
  id: string
}

/**
 * Latest time in a cursor that both PostgreSQL and JavaScript accept. The negated value is the earliest time, because
 * events may have started before 1970.
 */
const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(-LATEST_MS).max(LATEST_MS), z.uuid()]))

export const PAGE_SIZE = 25

export function parseCursor(text: string | undefined): Result<ListPosition | undefined, 'VALIDATION_ERROR'> {
  if (text === undefined) return succeed(undefined)
  const place = cursor.read(text)
  if (place) return succeed({ at: new Date(place[0]), id: place[1] })
  return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
}

export const formatCursor = ({ at, id }: ListPosition): string => cursor.write([at.getTime(), id])

/** Splits rows that were read with a limit of `size + 1` into a page and the next cursor. */
export function splitPage<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => ListPosition,
  size = PAGE_SIZE,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextCursor: last && rows.length > size ? formatCursor(placeOf(last)) : null }
}
