import type { APIRoute } from 'astro'
import { drawShortLinkQrCode } from '#server/sales/tracking-links/draw-short-link.ts'

export const GET: APIRoute = async ({ params, locals, url }) => {
  const { code = '', format } = params
  const { context, site } = locals
  if (format !== 'svg' && format !== 'png') return new Response(null, { status: 404 })
  const drawn = await drawShortLinkQrCode(context, { site, origin: url.origin, code, format })
  if (!drawn) return new Response(null, { status: 404 })
  // The image is cached for only five minutes, because the QR code contains the host, which the promoter may change.
  const headers = { 'Content-Type': drawn.type, 'Cache-Control': 'public, max-age=300' }
  return new Response(drawn.body, { headers })
}
