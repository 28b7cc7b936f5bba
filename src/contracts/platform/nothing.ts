import * as z from 'zod/mini'

/** Specification §7, results marked 'none'. */
export const nothing = z.object({})
