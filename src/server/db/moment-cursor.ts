import { z } from 'zod'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { createCursor } from './cursors.ts'

/** The place of a row in a list by time: its moment, cut to milliseconds, and its id. */
export interface Place {
  at: Date
  id: string
}

/** What PostgreSQL and JavaScript both take for a moment. */
const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()]))

/** Rows of a page in a list by time; a page is asked for with a row more than it has. */
export const PAGE_SIZE = 25

export function readPlace(text: string | undefined): Result<Place | undefined, 'VALIDATION_ERROR'> {
  if (text === undefined) return succeed(undefined)
  const place = cursor.read(text)
  if (place) return succeed({ at: new Date(place[0]), id: place[1] })
  return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
}

/** Cuts the row that is too much off, and says where the next page goes on. */
export function cutPage<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => Place,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  if (!last || rows.length <= PAGE_SIZE) return { page, nextCursor: null }
  const { at, id } = placeOf(last)
  return { page, nextCursor: cursor.write([at.getTime(), id]) }
}
