import { sequence } from 'astro/middleware'
import { handlePageErrors } from './breakdown.ts'
import { closedShop } from './closed-shop.ts'
import { context } from './context.ts'
import { setFramePolicy } from './framing.ts'
import { operatorHost } from './operator-host.ts'
import { site } from './site.ts'

// In production, the front door sets the context.
const own = [handlePageErrors, site, operatorHost, closedShop, setFramePolicy]
export const onRequest = sequence(...(import.meta.env.DEV ? [context, ...own] : own))
