import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator } from 'playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// By default the reader downloads its WebAssembly.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })

export async function scan(code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot()
  const [found] = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode'] })
  return found?.text
}
