import { sequence } from 'astro/middleware'
import { breakdown } from './breakdown.ts'
import { context } from './context.ts'
import { framing } from './framing.ts'
import { site } from './site.ts'

// In production the front door provides the context.
const own = [breakdown, site, framing]
export const onRequest = sequence(...(import.meta.env.DEV ? [context, ...own] : own))
