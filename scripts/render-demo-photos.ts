import { rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Canvas } from './demo-photos/canvas.ts'
import { festivalBySea, mistyHills, northernLights } from './demo-photos/landscapes.ts'
import { stringLights } from './demo-photos/markets.ts'
import { stageBeforeTheBand, clubNight, curtain } from './demo-photos/stages.ts'

const FOLDER = join(import.meta.dirname, '../src/server/db/demo/photos')

/** What each photograph of the demo shows, by its event's slug. */
export const SCENES: Readonly<Record<string, (canvas: Canvas) => void>> = {
  'nachtstrom-all-night-long': clubNight,
  'halbmond-album-release': stageBeforeTheBand,
  'aurora-weekender-cascais': festivalBySea,
  'winter-light-sibelius': northernLights,
  'temple-ambient-kyoto': mistyHills,
  'open-mic-at-the-press': curtain,
  'borough-table-food-fair': stringLights,
}

/** Widths of the files, the widest last. */
const WIDTHS = [800, 1600]

/** Renders a scene, three wide to two high. */
export async function renderPhoto(scene: (canvas: Canvas) => void, width: number): Promise<Buffer> {
  const canvas = new Canvas(width, Math.round((width * 2) / 3))
  scene(canvas)
  const { height } = canvas
  return sharp(canvas.develop(), { raw: { width, height, channels: 3 } })
    .webp({ quality: 74, effort: 6 })
    .toBuffer()
}

/** `node scripts/render-demo-photos.ts [slug…]`: the demo's photographs anew, or some of them. */
async function main(slugs: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const [slug, scene] of Object.entries(SCENES)) {
    if (slugs.length > 0 && !slugs.includes(slug)) continue
    for (const width of WIDTHS) {
      const photo = await renderPhoto(scene, width)
      const file = join(FOLDER, `${slug}-${width}.webp`)
      rmSync(file, { force: true })
      writeFileSync(file, photo)
      process.stdout.write(`${file}: ${Math.round(photo.length / 1024)} KB\n`)
    }
  }
}

if (import.meta.main) await main(process.argv.slice(2))
