import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalUploads } from '#server/platform/uploads/local-uploads.ts'
import { cacheUploads } from '#server/platform/uploads/cache-uploads.ts'
import type { S3Settings } from '#server/platform/uploads/s3-client.ts'
import { createS3Uploads } from '#server/platform/uploads/s3-uploads.ts'
import { toUpload, UploadStoreDown, type UploadStore } from '#server/platform/uploads/upload-store.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts'

const PATIENCE = { tries: 3, tryMs: 10_000, pauseMs: 1 }
const picture = toUpload(Buffer.from('what a picture would be'), 'webp')
const icon = toUpload(
  Uint8Array.from({ length: 300_000 }, (_, index) => index % 251),
  'png',
)

interface Place {
  store: UploadStore
  names: () => string[]
  age: (name: string, putAt: Date) => void
  breakDown: () => Promise<void>
  close: () => Promise<void>
}

const PLACES: Record<string, () => Promise<Place>> = {
  'a folder': async () => {
    const home = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
    const folder = join(home, 'made', 'when needed')
    const remove = (): void => rmSync(home, { recursive: true, force: true })
    return {
      store: createLocalUploads(folder),
      names: () => readdirSync(folder).toSorted(),
      age: (name, putAt) => utimesSync(join(folder, name), putAt, putAt),
      breakDown: async () => {
        rmSync(folder, { recursive: true })
        writeFileSync(folder, 'no folder any more')
      },
      close: async () => remove(),
    }
  },
  S3: async () => {
    const server = await startS3Server()
    return {
      store: createS3Uploads(server.settings, PATIENCE),
      names: server.names,
      age: server.age,
      breakDown: () => server.close(),
      close: () => server.close().catch(() => undefined),
    }
  },
  'S3, remembered': async () => {
    const server = await startS3Server()
    return {
      store: cacheUploads(createS3Uploads(server.settings, PATIENCE), createFakeClock(0)),
      names: server.names,
      age: server.age,
      breakDown: () => server.close(),
      close: () => server.close().catch(() => undefined),
    }
  },
}

describe.each(Object.entries(PLACES))('%s', (_, open) => {
  let place: Place
  beforeEach(async () => {
    place = await open()
  })
  afterEach(() => place.close())

  test('returns stored files', async () => {
    await place.store.put(picture)
    await place.store.put(icon)
    expect(await place.store.read(picture.name)).toEqual(Buffer.from(picture.bytes))
    expect(await place.store.read(icon.name)).toEqual(Buffer.from(icon.bytes))
    expect(place.names()).toEqual([picture.name, icon.name].toSorted())
  })

  test('knows existing files', async () => {
    expect(await place.store.has(picture.name)).toBe(false)
    expect(await place.store.read(picture.name)).toBeUndefined()
    await place.store.put(picture)
    expect(await place.store.has(picture.name)).toBe(true)
    expect(await place.store.has(icon.name)).toBe(false)
    expect(await place.store.read(picture.name)).toBeDefined()
  })

  test('accepts the same file again, also concurrently', async () => {
    await Promise.all(Array.from({ length: 5 }, () => place.store.put(picture)))
    await place.store.put(picture)
    expect(place.names()).toEqual([picture.name])
  })

  test('deletes one file only, repeatably', async () => {
    await place.store.put(picture)
    await place.store.put(icon)
    await place.store.read(picture.name)
    await place.store.remove(picture.name)
    await place.store.remove(picture.name)
    expect(await place.store.has(picture.name)).toBe(false)
    expect(await place.store.read(picture.name)).toBeUndefined()
    expect(place.names()).toEqual([icon.name])
  })

  test('lists old files of its own only', async () => {
    const uploads = Array.from({ length: 7 }, (_, index) => toUpload(Buffer.from(`${index}`), 'png'))
    const before = new Date(Date.now() - 60_000)
    const listed = async (): Promise<string[]> => (await Array.fromAsync(place.store.listOld(before))).flat()
    expect(await listed()).toEqual([])
    for (const upload of uploads) await place.store.put(upload)
    await place.store.put({ name: 'readme.txt', bytes: picture.bytes })
    expect(await listed()).toEqual([])
    const old = ['readme.txt', ...uploads.slice(0, 5).map(({ name }) => name)]
    for (const name of old) place.age(name, new Date(before.getTime() - 1000))
    expect((await listed()).toSorted()).toEqual(old.slice(1).toSorted())
    // A new upload restarts the period.
    for (const upload of uploads) await place.store.put(upload)
    expect(await listed()).toEqual([])
  })

  test('reports that it is down', async () => {
    await place.store.put(picture)
    await place.breakDown()
    await expect(place.store.put(icon)).rejects.toThrow(UploadStoreDown)
    await expect(place.store.has(icon.name)).rejects.toThrow(UploadStoreDown)
    await expect(place.store.read(icon.name)).rejects.toThrow(UploadStoreDown)
    await expect(Array.fromAsync(place.store.listOld(new Date()))).rejects.toThrow(UploadStoreDown)
    await expect(place.store.remove(picture.name)).rejects.toThrow(UploadStoreDown)
  })
})

describe('S3', () => {
  let server: S3Server
  beforeEach(async () => {
    server = await startS3Server()
  })
  afterEach(() => server.close())
  const storeWith = (other: Partial<S3Settings> = {}, patience: Partial<typeof PATIENCE> = {}): UploadStore =>
    createS3Uploads({ ...server.settings, ...other }, { ...PATIENCE, ...patience })
  const messageOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'It went well.',
      (error: unknown) => (error instanceof UploadStoreDown ? error.message : 'It broke.'),
    )

  test('is addressed by path, without a request before the first file', async () => {
    const store = storeWith()
    expect(server.asked).toEqual([])
    await store.put(icon)
    await store.put(picture)
    expect(server.asked).toEqual([`PUT /pictures/${icon.name}`, `PUT /pictures/${picture.name}`])
    expect([icon, picture].map(({ name }) => server.typeOf(name))).toEqual(['image/png', 'image/webp'])
  })

  test.each([
    'silence',
    'half',
    'hang up',
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
  ] as const)('is retried after %o', async (fault) => {
    await storeWith().put(picture)
    server.faults.push(fault, fault)
    server.asked.length = 0
    // A busy machine may need several attempts.
    const store = storeWith({}, { tries: 50, tryMs: 100 })
    expect(await store.read(picture.name)).toEqual(Buffer.from(picture.bytes))
    expect(server.asked.length).toBeGreaterThanOrEqual(3)
  })

  test('is called at most three times', async () => {
    server.faults.push(...Array.from({ length: 9 }, () => ({ status: 503, code: 'SlowDown' })))
    expect(await messageOf(storeWith().put(picture))).toBe(
      `S3 answered 503 SlowDown to PUT at ${server.settings.endpoint}/pictures.`,
    )
    expect(server.asked).toHaveLength(3)
  })

  test('times out without a response', async () => {
    server.faults.push('silence', 'silence', 'silence')
    const began = performance.now()
    expect(await messageOf(storeWith({}, { tryMs: 50 }).read(picture.name))).toMatch(
      /^S3 didn’t respond to GET at .*timeout/,
    )
    expect(performance.now() - began).toBeLessThan(PATIENCE.tryMs)
  })

  test.each<[string, Partial<S3Settings>, RegExp]>([
    ['secret', { secretAccessKey: 'another' }, /403 SignatureDoesNotMatch .*S3_SECRET_ACCESS_KEY\.$/],
    ['key', { accessKeyId: 'ANOTHER' }, /403 InvalidAccessKeyId .*S3_ACCESS_KEY_ID/],
    ['region', { region: 'us-east-1' }, /400 AuthorizationHeaderMalformed .*S3_REGION\.$/],
    ['bucket', { bucket: 'another' }, /404 NoSuchBucket to PUT at .*\/another\. Check S3_BUCKET\.$/],
    [
      'port',
      { endpoint: 'http://127.0.0.1:1' },
      /^S3 didn’t respond to PUT at http:\/\/127\.0\.0\.1:1\/pictures: /,
    ],
  ])('names the setting to check when the %s is wrong, without the secret', async (_, wrong, message) => {
    const said = await messageOf(storeWith(wrong).put(picture))
    expect(said).toMatch(message)
    expect(said).not.toContain(wrong.secretAccessKey ?? server.settings.secretAccessKey)
    expect(server.asked.length).toBeLessThan(2)
    expect(server.names()).toEqual([])
  })

  test('that leads elsewhere is not followed with the key in hand', async () => {
    server.faults.push({ status: 301, code: 'PermanentRedirect' })
    expect(await messageOf(storeWith().read(picture.name))).toMatch(/301 PermanentRedirect .*S3_REGION/)
  })

  test('a missing bucket is not a missing picture', async () => {
    expect(await messageOf(storeWith({ bucket: 'another' }).read(picture.name))).toMatch(/NoSuchBucket/)
  })
})

describe('the cache', () => {
  test('reads once a minute for concurrent requests, and not after a deletion', async () => {
    const server = await startS3Server()
    const clock = createFakeClock(0)
    const store = cacheUploads(createS3Uploads(server.settings, PATIENCE), clock)
    await store.put(picture)
    server.asked.length = 0
    const found = await Promise.all(Array.from({ length: 20 }, () => store.read(picture.name)))
    expect(found.every((bytes) => bytes?.equals(Buffer.from(picture.bytes)))).toBe(true)
    expect(server.asked).toHaveLength(1)
    clock.advance(59_000)
    await store.read(picture.name)
    expect(server.asked).toHaveLength(1)
    clock.advance(2000)
    await store.read(picture.name)
    expect(server.asked).toHaveLength(2)
    await store.remove(picture.name)
    expect(await store.read(picture.name)).toBeUndefined()
    await server.close()
  })

  test('doesn’t store failures or missing files', async () => {
    const server = await startS3Server()
    const store = cacheUploads(createS3Uploads(server.settings, PATIENCE), createFakeClock(0))
    expect(await store.read(picture.name)).toBeUndefined()
    await store.put(picture)
    server.faults.push({ status: 403, code: 'AccessDenied' })
    await expect(store.read(picture.name)).rejects.toThrow(UploadStoreDown)
    expect(await store.read(picture.name)).toBeDefined()
    await server.close()
  })

  test('keeps the last 300', async () => {
    const asked: string[] = []
    const far: UploadStore = {
      put: async () => undefined,
      has: async () => true,
      remove: async () => undefined,
      listOld: async function* () {
        yield []
      },
      read: async (name) => {
        asked.push(name)
        return Buffer.from(name)
      },
    }
    const store = cacheUploads(far, createFakeClock(0))
    for (let each = 0; each < 300; each += 1) await store.read(`${each}`)
    await store.read('0')
    await store.read('one more')
    asked.length = 0
    await store.read('0')
    expect(asked).toEqual([])
    await store.read('1')
    expect(asked).toEqual(['1'])
  })
})
