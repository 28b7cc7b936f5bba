import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads } from '#server/create-context.ts'
import { systemClock } from '#server/context.ts'
import { createArchive, type Archive } from '#server/platform/backups/archive.ts'
import { backUpNow } from '#server/platform/backups/back-up-now.ts'
import { findBackupState } from '#server/platform/backups/backup-rows.ts'
import { createSealer } from '#server/platform/backups/seal.ts'
import { createFolderStore } from '#server/platform/backups/stores/folder-store.ts'
import { NoRoom, type BackupStore } from '#server/platform/backups/stores/store.ts'
import { runBackupLoop } from '#server/platform/backups/backup-loop.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { createBackedUp, createTemplate, QUICK, type BackedUp } from '#tests/support/backups.ts'
import { silentLog } from '#tests/support/log.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let install: BackedUp
let database: OpenDatabase
beforeAll(async () => {
  const template = await createTemplate()
  install = createBackedUp(template)
  template.remove()
  database = await install.open()
})
afterAll(async () => {
  await database.close()
  install.remove()
})

const parts = () => ({
  config: install.config,
  database,
  uploads: openUploads(install.config, systemClock),
  clock: systemClock,
  log: silentLog(),
})

const archiveOn = (store: BackupStore): Archive => createArchive(store, createSealer({ BACKUP_KEY: [] }), '7')

test('a base that doesn’t fit is refused before it is begun, and the rest goes on', async () => {
  const store = createFolderStore(install.to)
  const archive = archiveOn({
    ...store,
    expectRoom: (bytes) => Promise.reject(new NoRoom(bytes > 1e6 ? 'no room' : 'no size')),
  })
  const picture = toUpload(Uint8Array.from(Buffer.from('a picture')), 'webp')
  await parts().uploads.put(picture)
  const stopping = new AbortController()
  const state = { place: install.to, isElsewhere: false, baseAt: null, walAt: null, error: '' }
  const tending = runBackupLoop({ ...parts(), pace: QUICK, signal: stopping.signal, state }, archive, {
    isFirst: true,
    newest: undefined,
    coveredUntil: 0,
    restartLsn: 0,
    storedAt: Date.now(),
  })
  await waitFor(async () => {
    expect(await findBackupState(database.db)).toMatchObject({ error: 'no room', baseAt: null, walAt: null })
  })
  const later = toUpload(Uint8Array.from(Buffer.from('another picture')), 'webp')
  await parts().uploads.put(later)
  await waitFor(async () => {
    const names = (await archive.listUploads()).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([picture.name, later.name]))
  })
  expect(await findBackupState(database.db)).toMatchObject({ error: 'no room' })
  stopping.abort()
  await tending
  expect(await archive.listBaseIds()).toEqual([])
})

test('a base that fails half-way is removed, so that it takes no room', async () => {
  const store = createFolderStore(install.to)
  let puts = 0
  const archive = archiveOn({
    ...store,
    put: async (name, bytes) => {
      if (name.includes('/bases/') && (puts += 1) > 1) throw new NoRoom('full')
      await store.put(name, bytes)
    },
  })
  await expect(backUpNow(parts(), archive, { checkpoint: 'fast' })).rejects.toThrow('full')
  expect(puts).toBe(2)
  expect(await archive.listBaseIds()).toEqual([])
})
