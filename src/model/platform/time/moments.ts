import * as z from 'zod/mini'

/**
 * Schema of ISO 8601 times with an offset. Not in bounds.ts, which pages load on a visitor's first interaction and
 * which should stay small.
 */
export const isoDateTime = (error?: string) =>
  z.iso.datetime({ offset: true, ...(error === undefined ? {} : { error }) }).check(z.maxLength(40, error))
