import type { APIRoute } from 'astro'
import { brandOf } from '#layouts/brand.ts'
import { tenantStylesheet } from '#server/sites/tenant-css.ts'

/** The promoter's own CSS. Under an address that carries its very hash it may be kept for ever. */
export const GET: APIRoute = ({ locals, url }) => {
  const { settings } = locals.site
  const isItsOwn = url.searchParams.get('v') === brandOf(settings).stylesVersion
  return new Response(tenantStylesheet(settings.customCss), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      ...(isItsOwn ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    },
  })
}
