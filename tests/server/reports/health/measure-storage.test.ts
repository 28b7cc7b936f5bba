import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { measureStorage } from '#server/reports/health/measure-storage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const keep = (text: string): void => {
  const { name, bytes } = toUpload(new TextEncoder().encode(text), 'webp')
  writeFileSync(join(folder, name), bytes)
}

test('uploads in a folder are counted with their bytes, other files aren’t', async () => {
  keep('12345')
  keep('123')
  writeFileSync(join(folder, 'notes.txt'), 'x'.repeat(1000))
  const { kind, files, bytes, freeBytes } = await measureStorage({ S3_ENDPOINT: '', UPLOADS_DIR: folder })
  expect({ kind, files, bytes }).toEqual({ kind: 'folder', files: 2, bytes: 8 })
  expect(freeBytes).toBeGreaterThan(0)
})

test('a folder that doesn’t exist yet is empty', async () => {
  const missing = join(folder, 'uploads')
  expect(await measureStorage({ S3_ENDPOINT: '', UPLOADS_DIR: missing })).toEqual({
    kind: 'folder',
    files: 0,
    bytes: 0,
    freeBytes: null,
  })
})

test('a bucket isn’t listed', async () => {
  keep('12345')
  const config = { S3_ENDPOINT: 'https://s3.example', UPLOADS_DIR: folder }
  expect(await measureStorage(config)).toEqual({ kind: 's3', files: null, bytes: null, freeBytes: null })
})
