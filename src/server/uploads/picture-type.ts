/** Pictures that are taken. The names are those that sharp uses. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'heif'

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** What the first bytes say that it is; what the request says does not count. SVG, GIF, PDF and HEIC are none of these. */
export function readPictureType(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, '\u00FF\u00D8\u00FF')) return 'jpeg'
  if (startsWith(bytes, '\u0089PNG\r\n\u001A\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return isAvif(bytes) ? 'heif' : undefined
}

/** A box `ftyp` with AVIF among its brands. HEIC is in the same wrapping, with brands of its own. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return false
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? []
  return brands.some((brand) => brand === 'avif') && !brands.some((brand) => /^he[iv][cxms]$/.test(brand))
}
