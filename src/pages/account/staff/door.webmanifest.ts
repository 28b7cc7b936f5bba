import type { APIRoute } from 'astro'
import { portalUrls } from '#contracts/platform/portal-urls.ts'

/** Web app manifest, with which the door can be installed as an app. */
export const GET: APIRoute = ({ locals }) => {
  const manifest = {
    name: 'Door',
    short_name: 'Door',
    id: portalUrls.door(),
    start_url: portalUrls.door(),
    scope: portalUrls.door(),
    display: 'standalone',
    theme_color: locals.site.settings.primaryColor,
    background_color: '#ffffff',
    // `scripts/render-icons.ts` renders them from the favicon, because browsers only install apps with PNG icons of these sizes.
    icons: [
      { src: '/door/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/door/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/door/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
