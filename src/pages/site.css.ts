import type { APIRoute } from 'astro'
import { brandOf } from '#layouts/brand.ts'

/** The promoter's own CSS after filtering. Cached permanently if the URL contains its current version. */
export const GET: APIRoute = ({ locals, url }) => {
  const { styles, stylesVersion } = brandOf(locals.site.settings)
  const isItsOwn = url.searchParams.get('v') === stylesVersion
  return new Response(styles, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      ...(isItsOwn ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    },
  })
}
