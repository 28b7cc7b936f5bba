import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** True where Poppler's commands are installed (Debian: poppler-utils). */
export const hasPoppler = ['pdftotext', 'pdftoppm'].every((name) => !spawnSync(name, ['-v']).error)

/** Text of each page, as a reader that isn't Foyer's finds it. */
export const readPages = (pdf: Uint8Array): string[] =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).split('\f').slice(0, -1)

/** Contents of the QR codes on a page, printed with 150 dots per inch. */
export async function readPageCodes(pdf: Uint8Array, page: number): Promise<string[]> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } })
  const png = renderPage(pdf, page)
  const found = await readBarcodes(Uint8Array.from(png), { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}

export function renderPage(pdf: Uint8Array, page: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pdf-'))
  try {
    writeFileSync(join(folder, 'tickets.pdf'), pdf)
    const pages = ['-f', String(page), '-l', String(page)]
    execFileSync('pdftoppm', ['-png', '-r', '150', ...pages, '-singlefile', 'tickets.pdf', 'page'], {
      cwd: folder,
    })
    return readFileSync(join(folder, 'page.png'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
