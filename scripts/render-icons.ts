import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * Renders `public/favicon.svg` as the PNG files that installing the door needs, into `public/door/`. To be run when the favicon
 * changes: `node scripts/render-icons.ts`.
 */
const PUBLIC = new URL('../public/', import.meta.url)
const SIDE = 32

const favicon = readFileSync(new URL('favicon.svg', PUBLIC), 'utf8')
/** Without rounded corners: phones cut icons themselves. */
const square = favicon.replace('rx="8" ', '')

await render(favicon, 'icon-192.png', 192)
await render(favicon, 'icon-512.png', 512)
await render(square, 'apple-touch-icon.png', 180)
// The ticket reaches 10 units from the centre; a mask leaves at least a circle of 12.8.
await render(square, 'icon-maskable-512.png', 512)

async function render(svg: string, name: string, side: number): Promise<void> {
  const picture = sharp(Buffer.from(svg), { density: (72 * side) / SIDE }).resize(side, side)
  const isOpaque = !svg.includes('rx=')
  const drawn = isOpaque ? picture.removeAlpha() : picture
  writeFileSync(
    new URL(`door/${name}`, PUBLIC),
    await drawn.png({ compressionLevel: 9, palette: true }).toBuffer(),
  )
}
