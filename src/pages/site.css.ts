import type { APIRoute } from 'astro'
import { tenantStylesheet } from '#server/sites/tenant-css.ts'

/** The promoter's own CSS. Its address carries a hash of the content, so it may be kept for ever. */
export const GET: APIRoute = ({ locals }) =>
  new Response(tenantStylesheet(locals.site.settings.customCss), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
