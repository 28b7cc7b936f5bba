import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { createCursor } from './cursors.ts'

/** Position in a list by time: timestamp in milliseconds and id. */
export interface Place {
  at: Date
  id: string
}

/** Upper bound of times that both PostgreSQL and JavaScript accept. */
const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()]))

export const PAGE_SIZE = 25

export function readPlace(text: string | undefined): Result<Place | undefined, 'VALIDATION_ERROR'> {
  if (text === undefined) return succeed(undefined)
  const place = cursor.read(text)
  if (place) return succeed({ at: new Date(place[0]), id: place[1] })
  return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
}

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
