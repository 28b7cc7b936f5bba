import { defineMiddleware } from 'astro/middleware'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { mainSiteOrigin } from '#server/platform/site-origin.ts'

/** Redirects requests for operators' pages on a storefront to the main site. Browsers keep the fragment, which can contain a token. */
export const redirectOperatorPages = defineMiddleware(({ locals, redirect, url }, next) => {
  const root = operatorUrls.overview()
  const isOperators = url.pathname === root || url.pathname.startsWith(`${root}/`)
  if (!isOperators || locals.site.kind !== 'storefront') return next()
  return redirect(mainSiteOrigin(locals.context, url) + url.pathname)
})
