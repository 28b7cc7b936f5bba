import { sequence } from 'astro/middleware'
import { breakdown } from './breakdown.ts'
import { context } from './context.ts'
import { framing } from './framing.ts'
import { site } from './site.ts'

// Behind the front door nothing is left to do for the first.
const own = [breakdown, site, framing]
export const onRequest = sequence(...(import.meta.env.DEV ? [context, ...own] : own))
