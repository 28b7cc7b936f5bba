import { sequence } from 'astro/middleware'
import { breakdown } from './breakdown.ts'
import { closedShop } from './closed-shop.ts'
import { context } from './context.ts'
import { framing } from './framing.ts'
import { operatorHost } from './operator-host.ts'
import { site } from './site.ts'

// In production, the front door sets the context.
const own = [breakdown, site, operatorHost, closedShop, framing]
export const onRequest = sequence(...(import.meta.env.DEV ? [context, ...own] : own))
