export type ImageType = 'jpeg' | 'png' | 'webp' | 'heif'

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/**
 * Detects the type from the first bytes, whatever the request's content type. Undefined for SVG, GIF, PDF and HEIC.
 */
export function readImageType(bytes: Buffer): ImageType | undefined {
  if (startsWith(bytes, '\u00FF\u00D8\u00FF')) return 'jpeg'
  if (startsWith(bytes, '\u0089PNG\r\n\u001A\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return isAvif(bytes) ? 'heif' : undefined
}

/** True for an `ftyp` box with an AVIF brand. HEIC uses the same container with other brands. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return false
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
  return brands.some((brand) => brand === 'avif') && !brands.some((brand) => /^he[iv][cxms]$/.test(brand))
}
