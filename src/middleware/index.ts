import { sequence } from 'astro/middleware'
import { handlePageErrors } from './handle-page-errors.ts'
import { replaceClosedShop } from './closed-shop.ts'
import { setContext } from './context.ts'
import { setFramePolicy } from './framing.ts'
import { redirectOperatorPages } from './redirect-operator-pages.ts'
import { setSite } from './site.ts'

// Under `astro dev`, `setContext` runs first. In production, the front door sets the context.
const own = [handlePageErrors, setSite, redirectOperatorPages, replaceClosedShop, setFramePolicy]
export const onRequest = sequence(...(import.meta.env.DEV ? [setContext, ...own] : own))
