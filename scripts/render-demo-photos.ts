import { rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Canvas } from './demo-photos/canvas.ts'
import { festivalBySea, mistyHills, northernLights } from './demo-photos/landscapes.ts'
import { stringLights } from './demo-photos/markets.ts'
import { renderPosterText } from './demo-photos/poster-text.ts'
import { stageBeforeTheBand, clubNight, curtain } from './demo-photos/stages.ts'

const FOLDER = join(import.meta.dirname, '../src/server/demo/photos')

interface Photo {
  paint: (canvas: Canvas) => void
  /** Aspect ratio, width ÷ height. */
  ratio: number
  /** Widths of the files, ascending. */
  widths: readonly number[]
  /** Printed text, for a poster. */
  words?: { title: readonly string[]; line: string; names: readonly string[] }
}

const cover = (paint: Photo['paint']): Photo => ({ paint, ratio: 3 / 2, widths: [800, 1600] })

/** The demo's photographs, by file name: the event's slug, with a suffix unless it is the cover. */
export const PHOTOS: Readonly<Record<string, Photo>> = {
  'nachtstrom-all-night-long': cover(clubNight),
  'halbmond-album-release': cover(stageBeforeTheBand),
  'aurora-weekender-cascais': cover(festivalBySea),
  'aurora-weekender-cascais.poster': {
    paint: festivalBySea,
    ratio: 2 / 3,
    widths: [560, 1000],
    words: {
      title: ['Aurora', 'Weekender'],
      line: 'Three days by the sea · Cascais',
      names: ['Halbmond · Kollektiv Ohm', 'Choir of Cascais · Dona Cila', 'Ilka Brandt · Yusuf Karaca'],
    },
  },
  'aurora-weekender-cascais.gallery-1': { paint: clubNight, ratio: 4 / 5, widths: [640, 1200] },
  'aurora-weekender-cascais.gallery-2': { paint: stringLights, ratio: 1, widths: [640, 1200] },
  'aurora-weekender-cascais.gallery-3': { paint: stageBeforeTheBand, ratio: 16 / 9, widths: [640, 1600] },
  'winter-light-sibelius': cover(northernLights),
  'temple-ambient-kyoto': cover(mistyHills),
  'open-mic-at-the-press': cover(curtain),
  'borough-table-food-fair': cover(stringLights),
}

export async function renderPhoto({ paint, ratio, words }: Photo, width: number): Promise<Buffer> {
  const canvas = new Canvas(width, Math.round(width / ratio))
  paint(canvas)
  const { height } = canvas
  const photo = sharp(canvas.develop(), { raw: { width, height, channels: 3 } })
  const printed = words
    ? photo.composite([{ input: await renderPosterText(words, { width, height }) }])
    : photo
  return printed.webp({ quality: 74, effort: 6 }).toBuffer()
}

/** `node scripts/render-demo-photos.ts [name…]`: renders all or some of the demo's photographs. */
async function main(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, photo] of Object.entries(PHOTOS)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const width of photo.widths) {
      const bytes = await renderPhoto(photo, width)
      const file = join(FOLDER, `${name}-${width}x${Math.round(width / photo.ratio)}.webp`)
      rmSync(file, { force: true })
      writeFileSync(file, bytes)
      process.stdout.write(`${file}: ${Math.round(bytes.length / 1024)} KB\n`)
    }
  }
}

if (import.meta.main) await main(process.argv.slice(2))
