import type { ReaderOptions } from 'zxing-wasm/reader'

/** Wide enough to read a ticket's code that fills a third of the picture. */
const MAX_WIDTH = 960

interface Size {
  width: number
  height: number
}

/** Size to which a picture of the camera is reduced before it is read. */
export function readingSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_WIDTH / width)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Options of ZXing for the code of a ticket. */
export const READER_OPTIONS: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 }
