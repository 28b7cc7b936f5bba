import * as z from 'zod/mini'

export const currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code.'))
