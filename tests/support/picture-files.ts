import { gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect } from 'vitest'

export const MEGABYTE = 1024 * 1024

export const plain = (color: string, { width = 300, height = 200 } = {}): Sharp =>
  sharp({ create: { width, height, channels: 3, background: color } })

/** A red and a blue half with an EXIF rotation, author and location. */
export async function onItsSide(): Promise<Buffer> {
  const red = await plain('#f00', { width: 100, height: 100 }).png().toBuffer()
  // Stored with red on the left; EXIF orientation 6 turns it to the top.
  return plain('#00f', { width: 200, height: 100 })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** An animation: a green frame, then a red one. */
export async function moving(type: 'webp' | 'gif'): Promise<Buffer> {
  const frames = await Promise.all(['#0f0', '#f00'].map((color) => plain(color).png().toBuffer()))
  const picture = await sharp(frames, { join: { animated: true } })
    .toFormat(type, { loop: 0 })
    .toBuffer()
  expect((await sharp(picture).metadata()).pages).toBe(2)
  return picture
}

/** A decompression bomb: a PNG of many pixels in a few kilobytes. */
const bomb = async (): Promise<Buffer> => {
  const png = await plain('#000', { width: 6400, height: 6400 }).png({ compressionLevel: 9 }).toBuffer()
  expect(png.length).toBeLessThan(MEGABYTE)
  return png
}

export const atLeast = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))])

/** An `ftyp` box with these brands, the major one first. */
const ftyp = (...brands: string[]): Buffer => {
  const [major = '', ...others] = brands
  const body = Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return atLeast(Buffer.concat([size, body]), 200)
}

export const noise = (): Sharp =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const halfOf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
function spoil(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0x55, middle, middle + 400)
  return bytes
}
/** Changes the width, which follows the signature and the header of the first chunk. */
function widen(png: Buffer): Buffer {
  png.writeUInt32BE(60_000, 16)
  return png
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
/** Files that must be refused as pictures. */
export const HOSTILE: [string, () => Buffer | Promise<Buffer>][] = [
  ['nothing', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0xff])],
  ['an SVG with a script', () => Buffer.from(SVG)],
  ['an SVG behind a declaration', () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
  ['an SVG behind a byte order mark', () => Buffer.from(`\uFEFF\n ${SVG}`)],
  ['an SVG that is packed', () => gzipSync(SVG)],
  [
    'an SVG that reads a file of this machine',
    () => Buffer.from(SVG.replace('<script>', '<image href="file:///etc/hostname"/><script>')),
  ],
  [
    'an SVG whose entity is a file',
    () =>
      Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>${SVG.replace('alert', '&x;')}`),
  ],
  ['a GIF', () => plain('#fff').gif().toBuffer()],
  ['a GIF that moves', () => moving('gif')],
  ['a TIFF', () => plain('#fff').tiff().toBuffer()],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
  ['a HEIC', () => ftyp('heic', 'mif1', 'heic')],
  ['a HEIC that says it is an AVIF too', () => ftyp('heic', 'mif1', 'avif')],
  ['an empty AVIF', () => ftyp('avif', 'mif1')],
  ['the beginning of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['a JPEG that breaks off', async () => halfOf(await plain('#abc').jpeg().toBuffer())],
  ['a PNG that breaks off', async () => halfOf(await noise().png().toBuffer())],
  ['a WebP that breaks off', async () => halfOf(await noise().webp().toBuffer())],
  ['an AVIF that breaks off', async () => halfOf(await noise().avif({ effort: 0 }).toBuffer())],
  ['a PNG whose content was changed', async () => spoil(await noise().png().toBuffer())],
  ['more than 40 megapixels in a small file', bomb],
  ['a PNG that claims to be 60,000 pixels wide', async () => widen(await plain('#fff').png().toBuffer())],
  ['an SVG in the clothes of a PNG', () => Buffer.from(`\u0089PNG\r\n\u001A\n${SVG}`, 'latin1')],
]
