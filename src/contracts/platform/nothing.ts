import * as z from 'zod/mini'

/** Empty result, 'none' in specification §7. */
export const nothing = z.object({})
