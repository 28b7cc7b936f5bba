import * as z from 'zod/mini'

/** ISO 8601 with an offset. Apart from bounds.ts, which a visitor's first tap loads. */
export const moment = (error?: string) =>
  z.iso.datetime({ offset: true, ...(error === undefined ? {} : { error }) }).check(z.maxLength(40, error))
