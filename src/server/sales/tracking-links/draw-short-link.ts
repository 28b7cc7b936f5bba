import { generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { toSvgSource } from 'lean-qr/extras/svg'
import { urls } from '#contracts/platform/urls.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { promoterOrigin } from './link-urls.ts'
import { findLink } from '#server/sales/attribution/visit-rows.ts'

export interface DrawnQrCode {
  type: string
  body: string | Uint8Array<ArrayBuffer>
}

const QUIET_ZONE = 4
/** Pixels per module of the QR code in the PNG; large enough for print. */
const SCALE = 16

/** Returns the QR code of a short link. Undefined if the site doesn't have the link. */
export async function drawShortLinkQrCode(
  context: Context,
  request: { site: Site; origin: string; code: string; format: 'svg' | 'png' },
): Promise<DrawnQrCode | undefined> {
  const { site, origin, code, format } = request
  const promoterId = site.kind === 'storefront' ? site.promoterId : undefined
  const link =
    site.kind === 'unknown' ? undefined : await findLink(context.reads, { reference: code, promoterId })
  if (!link) return undefined
  const qr = generate(promoterOrigin(context, link.promoterId, origin) + urls.shortLink(link.code))
  const pad = QUIET_ZONE
  if (format === 'svg') {
    const source = toSvgSource(qr, { on: '#000', off: '#fff', pad, xmlDeclaration: true })
    return { type: 'image/svg+xml', body: source }
  }
  const png = toPngBuffer(qr, { on: [0, 0, 0], off: [255, 255, 255], pad, scale: SCALE })
  return { type: 'image/png', body: Uint8Array.from(png) }
}
