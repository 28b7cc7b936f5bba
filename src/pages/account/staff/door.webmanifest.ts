import type { APIRoute } from 'astro'
import { portalUrls } from '#contracts/platform/portal-urls.ts'

/** Manifest with which the door can be installed as an app of its own. */
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
    // Made from the favicon by `scripts/render-icons.ts`, because browsers install only apps that have PNG files of these sizes.
    icons: [
      { src: '/door/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/door/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/door/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
