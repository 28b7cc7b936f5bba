import type { z } from 'zod'

export interface Cursor<Place> {
  write: (place: Place) => string
  read: (text: string) => Place | undefined
}

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
