import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** File types worth compressing. Images and fonts are compressed already. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.wasm', '.webmanifest'])

export const COMPRESSED_EXTENSIONS = { br: '.br', gzip: '.gz' } as const

export function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    const body = readFileSync(file)
    const packed = {
      br: brotliCompressSync(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      }),
      gzip: gzipSync(body, { level: 9 }),
    }
    writeFileSync(file + COMPRESSED_EXTENSIONS.br, packed.br)
    writeFileSync(file + COMPRESSED_EXTENSIONS.gzip, packed.gzip)
  }
}
