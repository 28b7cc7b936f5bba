import type { APIRoute } from 'astro'
import { brandOf } from '#layouts/brand.ts'

/** What is served of the promoter's own CSS. Its address carries its version: only under that one it may be kept for ever. */
export const GET: APIRoute = ({ locals, url }) => {
  const { styles, stylesVersion } = brandOf(locals.site.settings)
  const isAsked = url.searchParams.get('v') === stylesVersion
  return new Response(styles, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isAsked ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
