import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { READER_OPTIONS, scaledImageSize } from '#browser/portal/door/read-camera-image.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { randomShot, takeFrame, type Frame, type Shot } from './camera-frame.ts'
import { drawTicket, type Medium } from './ticket-picture.ts'

// By default the reader downloads its WebAssembly.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** A camera's frame, as the page asks for it. */
const CAMERA = { width: 1280, height: 720 }
const MEDIA: readonly Medium[] = ['phone', 'print']

export interface FramesRead {
  frames: number
  read: number
  /** Frames that weren't read, with what they showed. */
  failures: { seed: string; medium: Medium; shot: Shot }[]
  /** Codes that were read as another text. */
  wrong: string[]
  decodeMs: number[]
}

/** The text of the code that the page reads in a frame. */
export async function readFrame(frame: Frame): Promise<string | undefined> {
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
  const [found] = await readBarcodes(await scaled(frame), READER_OPTIONS)
  return found?.text
}

/** Takes pictures of tickets, on phones and on paper in turn, and reads them with the page's settings. The same seed gives the same frames. */
export async function readFrames({ seed, count }: { seed: number; count: number }): Promise<FramesRead> {
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
  const result: FramesRead = { frames: count, read: 0, failures: [], wrong: [], decodeMs: [] }
  for (let index = 0; index < count; index += 1) {
    const name = `${seed}:${index}`
    const chance = seededRandom(name)
    const medium = MEDIA[index % MEDIA.length] ?? 'phone'
    const ticket = await drawTicket(medium, chance)
    const shot = randomShot(medium, chance, CAMERA)
    const picture = await scaled(takeFrame(ticket, shot, { chance, ...CAMERA }))
    const startedAt = performance.now()
    const [found] = await readBarcodes(picture, READER_OPTIONS)
    result.decodeMs.push(performance.now() - startedAt)
    if (found?.text === ticket.text) result.read += 1
    else if (found) result.wrong.push(name)
    else result.failures.push({ seed: name, medium, shot })
  }
  return result
}

/** A frame as `drawImage` and `getImageData` give it: scaled linearly. */
async function scaled({ grey, width, height }: Frame): Promise<ImageData> {
  const size = scaledImageSize({ width, height })
  const data = await sharp(Buffer.from(grey), { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { kernel: 'linear' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  return { data: Uint8ClampedArray.from(data), ...size, colorSpace: 'srgb' } as ImageData
}
