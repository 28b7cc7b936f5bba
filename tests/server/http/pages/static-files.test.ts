import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressFiles } from '#server/http/pages/compress-files.ts'
import { createStaticFiles } from '#server/http/pages/static-files.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

const SCRIPT = `export const words = ${JSON.stringify(Array.from({ length: 500 }, (_, index) => index))}\n`
const PIXEL = Buffer.from('89504e470d0a1a0a0000', 'hex')

let door: Door
let home: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'foyer-static-'))
  const folder = join(home, 'client')
  mkdirSync(join(folder, '_astro'), { recursive: true })
  writeFileSync(join(home, 'secret.txt'), 'outside')
  writeFileSync(join(folder, '_astro', 'cart.B4sh1.js'), SCRIPT)
  writeFileSync(join(folder, 'logo.png'), PIXEL)
  writeFileSync(join(folder, 'über uns.txt'), 'about')
  writeFileSync(join(folder, 'data.unknown'), 'bytes')
  compressFiles(folder)
  symlinkSync(join(home, 'secret.txt'), join(folder, 'link.txt'))
  writeFileSync(join(folder, 'late.js'), SCRIPT)
  door = await openFrontDoor({ serveFile: createStaticFiles(folder) })
})
afterAll(async () => {
  await door.close()
  rmSync(home, { recursive: true })
})

const script = (headers: Record<string, string> = {}, method = 'GET') =>
  door.send({ method, path: '/_astro/cart.B4sh1.js', headers })

describe('a file', () => {
  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['br', 'br;q=0.5', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    ['gzip', 'br; q=0.000, GZIP;q=1', gunzipSync],
    [null, 'identity', (body: Buffer) => body],
    [null, 'br;q=0,gzip;q=0', (body: Buffer) => body],
    [null, 'x-br, gzipped', (body: Buffer) => body],
    [null, '', (body: Buffer) => body],
  ] as const)('is sent as %s for %j', async (encoding, accepted, unpack) => {
    // The second response comes from the cache.
    for (const _ of [1, 2]) {
      const answer = await script({ 'Accept-Encoding': accepted })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(Number(answer.headers.get('content-length'))).toBe(answer.body.byteLength)
      expect(unpack(answer.body).toString()).toBe(SCRIPT)
    }
  })

  test('without a compressed form is sent as it is', async () => {
    const answer = await door.send({ path: '/late.js', headers: { 'Accept-Encoding': 'br' } })
    expect([answer.text, answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      SCRIPT,
      null,
      null,
    ])
  })

  test('that is compressed already is unchanged', async () => {
    const answer = await door.send({ path: '/logo.png', headers: { 'Accept-Encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBeNull()
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.body).toEqual(PIXEL)
  })

  test('of the build is immutable, others are cached for an hour', async () => {
    expect((await script()).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await door.send({ path: '/logo.png' })).headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('gets 304 with a matching ETag', async () => {
    const etag = String((await script()).headers.get('etag'))
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await script({ 'If-None-Match': known, 'Accept-Encoding': 'br' })
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
      expect(answer.headers.get('content-encoding')).toBeNull()
    }
    expect((await script({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const answer = await script({ 'Accept-Encoding': 'gzip' }, 'HEAD')
    const whole = await script({ 'Accept-Encoding': 'gzip' })
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  })

  test('has a content type', async () => {
    expect((await script()).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await door.send({ path: '/data.unknown' })).headers.get('content-type')).toBe(
      'application/octet-stream',
    )
  })

  test('may have any characters in its name', async () => {
    expect((await door.send({ path: '/%C3%BCber%20uns.txt?v=1' })).text).toBe('about')
  })
})

describe('other requests', () => {
  test.each([
    '/',
    '/_astro',
    '/_astro/',
    '/nothing.txt',
    '/../secret.txt',
    '/_astro/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/_astro/%2e%2e/%2e%2e/secret.txt',
    '//secret.txt',
    '/link.txt',
    '/_astro/cart.B4sh1.js.br',
    '/_astro/cart.B4sh1.js.gz',
  ])('%s is handled by pages', async (path) => {
    expect((await door.send({ path })).text).toBe('a page')
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s gets no file', async (method) => {
    const answer = await script({}, method)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
