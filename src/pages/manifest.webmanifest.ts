import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'

export const GET: APIRoute = ({ locals }) => {
  const { siteName, faviconUrl, primaryColor } = locals.site.settings
  const icon = faviconUrl || '/favicon.svg'
  // Uploaded icons are converted to PNG files of this size (`server/platform/uploads/image-converter.ts`).
  const shape = icon.endsWith('.png')
    ? { sizes: '180x180', type: 'image/png' }
    : { sizes: 'any', type: 'image/svg+xml' }
  const manifest = {
    name: siteName,
    short_name: siteName,
    id: '/',
    start_url: urls.home(),
    scope: '/',
    display: 'minimal-ui',
    theme_color: primaryColor,
    background_color: '#ffffff',
    icons: [{ src: icon, ...shape }],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
