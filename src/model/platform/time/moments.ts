import * as z from 'zod/mini'

/** ISO 8601 with an offset. Separate from bounds.ts, which is loaded on a visitor's first interaction. */
export const moment = (error?: string) =>
  z.iso.datetime({ offset: true, ...(error === undefined ? {} : { error }) }).check(z.maxLength(40, error))
