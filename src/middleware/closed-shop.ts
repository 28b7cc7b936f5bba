import { defineMiddleware } from 'astro/middleware'
import { urls } from '#contracts/platform/urls.ts'

/** Pages on which visitors find and buy tickets. All other pages, such as orders and accounts, stay open. */
const SHOP = /^\/(?:|events\/.*|cart|checkout)$/

/** Replaces the pages of a closed shop with a notice. Previews still show the draft. */
export const replaceClosedShop = defineMiddleware(({ locals, url }, next) => {
  const { site, isPreview = false, isLoading = false, isUnavailable = false } = locals
  const isClosed = site.kind === 'storefront' && site.closed !== undefined
  if (!isClosed || isPreview || isLoading || isUnavailable || !SHOP.test(url.pathname)) return next()
  return next(urls.closedShop())
})
