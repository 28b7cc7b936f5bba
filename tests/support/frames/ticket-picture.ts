import { createPrivateKey, sign } from 'node:crypto'
import sharp from 'sharp'
import { formatToken, bytesToSign, encodeToken } from '#model/sales/door/tokens.ts'
import { qrImageUrl } from '#server/sales/tickets/qr-images.ts'
import type { SeededRandom } from '#server/demo/seeded-random.ts'

/** A ticket as it is held up, in grey from 0 (black) to 1 (white). Lengths are in pixels of the picture. */
export interface TicketPicture {
  text: string
  pixels: Float32Array
  width: number
  height: number
  /** Centre and side of the QR code, without its quiet zone. */
  code: { x: number; y: number; side: number }
}

export type Medium = 'phone' | 'print'

/** The order page's width of a ticket on a phone of 360 px, and its QR code (`styles/checkout/order.css`). */
const SHOWN = { phone: { width: 360, height: 640, qr: 264 }, print: { width: 794, height: 560, qr: 264 } }
const SCALE = 3
/** The same key in every run, so that a seed gives the same frames. */
const PKCS8_ED25519 = '302e020100300506032b657004220420'
const privateKey = createPrivateKey({
  key: Buffer.from(PKCS8_ED25519 + '07'.repeat(32), 'hex'),
  format: 'der',
  type: 'pkcs8',
})

/** Draws the order page's ticket, by default with a signed code of random content. */
export async function drawTicket(
  medium: Medium,
  chance: SeededRandom,
  text: string = randomToken(chance),
): Promise<TicketPicture> {
  const { width, height, qr } = SHOWN[medium]
  const qrX = medium === 'phone' ? (width - qr) / 2 : 60
  const qrY = medium === 'phone' ? 210 : 90
  const lines = medium === 'phone' ? phoneLines(width) : printLines(qrX + qr + 40)
  const page = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#fff"/>${lines}${await codeAt(text, { x: qrX, y: qrY, side: qr })}</svg>`
  const { data, info } = await sharp(Buffer.from(page))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const modules = await modulesOf(text)
  return {
    text,
    pixels: Float32Array.from({ length: info.width * info.height }, (_, at) => {
      return (data[at * info.channels] ?? 0) / 255
    }),
    width: info.width,
    height: info.height,
    code: {
      x: (qrX + qr / 2) * SCALE,
      y: (qrY + qr / 2) * SCALE,
      side: (qr * SCALE * (modules - 8)) / modules,
    },
  }
}

function randomToken(chance: SeededRandom): string {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(chance.next() * 16).toString(16)).join('')
  const uuid = (): string => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-')
  const content = encodeToken({
    keyNumber: 1,
    ticketId: uuid(),
    generation: 1,
    issuedAtSeconds: 1_790_000_000 + Math.floor(chance.next() * 1e7),
    typePrefix: hex(8),
  })
  return formatToken(content, sign(null, bytesToSign(content, uuid()), privateKey))
}

/** Foyer's own drawing of the code, with its quiet zone. */
async function svgOf(text: string): Promise<string> {
  return decodeURIComponent((await qrImageUrl(text)).replace(/^data:image\/svg\+xml,/, ''))
}

async function modulesOf(text: string): Promise<number> {
  const [, size] = /viewBox='\S+ \S+ (\d+) /.exec(await svgOf(text)) ?? []
  return Number(size)
}

async function codeAt(text: string, at: { x: number; y: number; side: number }): Promise<string> {
  return (await svgOf(text)).replace(
    '<svg ',
    `<svg x="${at.x}" y="${at.y}" width="${at.side}" height="${at.side}" `,
  )
}

const bar = (at: string, grey = '#222'): string => {
  const [x, y, width, height] = at.split(' ')
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${grey}"/>`
}

/** Lines of text, as bars: no fonts are needed. */
const phoneLines = (width: number): string =>
  bar(`0 0 ${width} 24`, '#ddd') +
  bar('16 60 240 22') +
  bar('16 96 180 11', '#555') +
  bar('16 116 200 11', '#555') +
  bar('48 180 120 12') +
  bar('120 496 120 16') +
  bar(`16 560 ${width - 32} 44`, '#3a2f8f')

const printLines = (x: number): string =>
  bar('60 40 320 22') +
  [0, 1, 2, 3, 4]
    .map((line) => bar(`${x} ${110 + line * 34} ${150 + ((line * 53) % 130)} 13`, '#333'))
    .join('') +
  bar('60 400 620 2', '#999') +
  [0, 1, 2].map((line) => bar(`60 ${425 + line * 26} ${560 - line * 90} 10`, '#666')).join('')
