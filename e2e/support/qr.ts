import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator } from 'playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// By itself the reader would fetch its WebAssembly from elsewhere.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })

/** What a scanner reads off the screen. */
export async function scan(code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot()
  const [found] = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode'] })
  return found?.text
}
