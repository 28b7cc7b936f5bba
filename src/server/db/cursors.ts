import type { z } from 'zod'

/** A page's end as text: what the last row is sorted by, so that the next page goes on behind it. */
export interface Cursor<Place> {
  write: (place: Place) => string
  /** Undefined for what this never wrote. */
  read: (text: string) => Place | undefined
}

/** The schema says what a row is sorted by; only what it accepts is read back. */
export const createCursor = <Place>(schema: z.ZodType<Place>): Cursor<Place> => ({
  write: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
  read: (text) => {
    try {
      return schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
    } catch {
      return undefined
    }
  },
})
