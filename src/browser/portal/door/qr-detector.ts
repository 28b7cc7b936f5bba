import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { READER_OPTIONS, scaledImageSize } from './read-camera-image.ts'

export interface QrDetector {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): QrDetector
  getSupportedFormats: () => Promise<string[]>
}

let loaded: Promise<QrDetector | undefined> | undefined

/** Returns the browser's QR code detector, or ZXing's for browsers without one (iPhones, Firefox). Undefined if neither works. */
export function loadDetector(): Promise<QrDetector | undefined> {
  loaded ??= ownDetector()
    .then((own) => own ?? loadZxing())
    .catch(() => {
      // Turning the camera on again retries loading.
      loaded = undefined
      return undefined
    })
  return loaded
}

async function ownDetector(): Promise<QrDetector | undefined> {
  // `BarcodeDetector` is missing in TypeScript's DOM types, because not all browsers support it.
  const { BarcodeDetector: Found } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await Found?.getSupportedFormats().catch(() => undefined)) ?? []
  return Found && formats.includes('qr_code') ? new Found({ formats: ['qr_code'] }) : undefined
}

async function loadZxing(): Promise<QrDetector> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  // Loads the WebAssembly file from this server. By default, the library loads it from a third party's server.
  const overrides = { locateFile: () => wasmUrl }
  await prepareZXingModule({ overrides, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return {
    detect: async (video) => {
      Object.assign(canvas, scaledImageSize({ width: video.videoWidth, height: video.videoHeight }))
      if (!drawing || canvas.width === 0) return []
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
      const picture = drawing.getImageData(0, 0, canvas.width, canvas.height)
      const found = await readBarcodes(picture, READER_OPTIONS)
      return found.map(({ text }) => ({ rawValue: text }))
    },
  }
}
