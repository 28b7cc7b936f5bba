import * as z from 'zod/mini'

/** Result without data, 'none' in specification §7. */
export const nothing = z.object({})
