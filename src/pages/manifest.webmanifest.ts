import type { APIRoute } from 'astro'
import { urls } from '#contracts/urls.ts'

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' }

/** How the site shows on a phone's home screen. */
export const GET: APIRoute = ({ locals }) => {
  const { siteName, faviconUrl, primaryColor } = locals.site.settings
  const icon = faviconUrl || '/favicon.svg'
  const type = TYPES[icon.split('.').at(-1) ?? '']
  const manifest = {
    name: siteName,
    short_name: siteName,
    id: '/',
    start_url: urls.home(),
    scope: '/',
    display: 'minimal-ui',
    theme_color: primaryColor,
    background_color: '#ffffff',
    icons: [{ src: icon, sizes: type === 'image/svg+xml' ? 'any' : '192x192', type }],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
