import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArchive } from '#server/platform/backups/archive.ts'
import { copyUploads } from '#server/platform/backups/copy-uploads.ts'
import { createSealer } from '#server/platform/backups/seal.ts'
import {
  BackupStoreDown,
  NoRoom,
  ObjectExists,
  type BackupStore,
} from '#server/platform/backups/stores/store.ts'
import { createFolderStore } from '#server/platform/backups/stores/folder-store.ts'
import { createS3Store } from '#server/platform/backups/stores/s3-store.ts'
import { createLocalUploads } from '#server/platform/uploads/local-uploads.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

const PATIENCE = { tries: 2, tryMs: 10_000, pauseMs: 1 }

interface Place {
  store: BackupStore
  breakDown: () => Promise<void>
  close: () => Promise<void>
}

const PLACES: Record<string, () => Promise<Place>> = {
  'a folder': async () => {
    const home = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
    const folder = join(home, 'made when needed')
    return {
      store: createFolderStore(folder),
      breakDown: async () => {
        rmSync(folder, { recursive: true, force: true })
        writeFileSync(folder, 'no folder any more')
      },
      close: async () => rmSync(home, { recursive: true, force: true }),
    }
  },
  S3: async () => {
    const server = await startS3Server()
    return {
      store: createS3Store({ ...server.settings, prefix: 'foyer/main' }, PATIENCE),
      breakDown: () => server.close(),
      close: () => server.close().catch(() => undefined),
    }
  },
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text))

describe.each(Object.keys(PLACES))('%s', (name) => {
  let place: Place
  beforeEach(async () => {
    place = await (PLACES[name] as () => Promise<Place>)()
  })
  afterEach(() => place.close())

  test('keeps objects, and lists them by the beginning of their names', async () => {
    const { store } = place
    expect(await store.list('1/')).toEqual([])
    expect(await store.listFolders('')).toEqual([])
    for (const each of ['1/wal/A/0-1', '1/wal/A/1-2', '1/wal/B/0-1', '1/bases/x/manifest', '12/wal/A/0-1'])
      await store.put(each, bytes(`content of ${each}`))
    expect((await store.read('1/wal/A/1-2'))?.toString()).toBe('content of 1/wal/A/1-2')
    expect(await store.read('1/wal/A/9-9')).toBeUndefined()
    const listed = await store.list('1/wal/')
    expect(listed.map((each) => each.name).toSorted()).toEqual(['1/wal/A/0-1', '1/wal/A/1-2', '1/wal/B/0-1'])
    expect(listed[0]?.bytes).toBe('content of 1/wal/A/0-1'.length)
    expect(Math.abs((listed[0]?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000)
    expect((await store.listFolders('')).toSorted()).toEqual(['1', '12'])
    expect((await store.listFolders('1/bases/')).toSorted()).toEqual(['x'])
  })

  test('never replaces an object', async () => {
    const { store } = place
    await store.put('1/wal/A/0-1', bytes('first'))
    const again = store.put('1/wal/A/0-1', bytes('second'))
    await expect(again).rejects.toThrow(ObjectExists)
    await expect(again).rejects.toThrow('another installation writes to the same location')
    expect((await store.read('1/wal/A/0-1'))?.toString()).toBe('first')
    expect(await store.list('1/')).toHaveLength(1)
  })

  test('removes objects, also missing ones', async () => {
    const { store } = place
    await store.put('1/wal/A/0-1', bytes('first'))
    await store.remove('1/wal/A/0-1')
    await store.remove('1/wal/A/0-1')
    expect(await store.list('1/')).toEqual([])
  })

  test('keeps the other objects of a folder when one is removed', async () => {
    const { store } = place
    for (const name of ['1/wal/A/0-1', '1/wal/A/1-2']) await store.put(name, bytes(name))
    await store.remove('1/wal/A/0-1')
    expect((await store.list('1/')).map(({ name: left }) => left)).toEqual(['1/wal/A/1-2'])
    expect(await store.listFolders('1/wal/')).toEqual(['A'])
  })

  test('an upload that is stored meanwhile counts as copied', async () => {
    const uploads = createLocalUploads(mkdtempSync(join(tmpdir(), 'foyer-uploads-')))
    const picture = toUpload(bytes('a picture'), 'png')
    await uploads.put(picture)
    const archive = createArchive(place.store, createSealer({ BACKUP_KEY: [] }), '7000')
    const copy = (stored: Set<string>) => copyUploads({ archive, uploads, now: Date.now() + 60_000 }, stored)
    await copy(new Set())
    const stale = new Set<string>()
    expect(await copy(stale)).toEqual([picture.name])
    expect(stale).toEqual(new Set([picture.name]))
  })

  test('removes everything below a prefix, and nothing else', async () => {
    const { store } = place
    for (const name of ['1/bases/x/0', '1/bases/x/1', '1/bases/xy/0']) await store.put(name, bytes(name))
    await store.removeAll('1/bases/x/')
    await store.removeAll('1/bases/x/')
    expect((await store.list('1/')).map(({ name }) => name)).toEqual(['1/bases/xy/0'])
    expect(await store.listFolders('1/bases/')).toEqual(['xy'])
  })

  test('says what is wrong when it can’t be used', async () => {
    const { store, breakDown } = place
    await breakDown()
    for (const call of [() => store.put('1/a', bytes('x')), () => store.list('1/'), () => store.read('1/a')])
      await expect(call()).rejects.toThrow(BackupStoreDown)
  })
})

test('only their owner can read files of a folder', async () => {
  const home = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
  await createFolderStore(join(home, 'new')).put('1/bases/x/manifest', bytes('x'))
  expect(statSync(join(home, 'new/1/bases/x/manifest')).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'new')).mode & 0o777).toBe(0o700)
  rmSync(home, { recursive: true })
})

test('S3’s refusal names the settings of backups', async () => {
  const server = await startS3Server()
  const store = createS3Store({ ...server.settings, secretAccessKey: 'wrong', prefix: '' }, PATIENCE)
  await expect(store.list('')).rejects.toThrow(
    'Check BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
  )
  await server.close()
})

test('a folder on the disk of the data leaves room for them', async () => {
  const home = mkdtempSync(join(tmpdir(), 'foyer-room-'))
  const free = statfsSync(home).bavail * statfsSync(home).bsize
  const store = createFolderStore(home, { reservedBytes: free / 2 })
  await store.put('1/bases/x/0', bytes('fits'))
  await store.expectRoom(1)
  await expect(store.expectRoom(free)).rejects.toThrow(NoRoom)
  const full = createFolderStore(home, { reservedBytes: free * 2 })
  await expect(full.put('1/bases/x/1', bytes('too much'))).rejects.toThrow(
    /^The backup needs 0\.0 GB in \S+\. .* GB are free on the disk of the data, of which .* GB are kept for sales\./,
  )
  expect((await full.list('1/')).map(({ name }) => name)).toEqual(['1/bases/x/0'])
  expect((await full.read('1/bases/x/0'))?.toString()).toBe('fits')
  rmSync(home, { recursive: true })
})
