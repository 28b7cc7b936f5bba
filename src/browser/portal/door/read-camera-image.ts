import type { ReaderOptions } from 'zxing-wasm/reader'

/** Wide enough to read a code that fills a third of the image. */
const MAX_WIDTH = 960

interface Size {
  width: number
  height: number
}

/** Returns the size to which a camera image is scaled down before it is read. */
export function scaledImageSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_WIDTH / width)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** ZXing's options for reading ticket codes. */
export const READER_OPTIONS: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 }
