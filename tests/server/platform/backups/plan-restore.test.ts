import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArchive, type Archive } from '#server/platform/backups/archive.ts'
import type { Manifest } from '#server/platform/backups/manifest.ts'
import { planRestore } from '#server/platform/backups/restore/plan-restore.ts'
import { createSealer } from '#server/platform/backups/seal.ts'
import { createFolderStore } from '#server/platform/backups/stores/folder-store.ts'

let home: string
let archive: Archive
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'foyer-plan-'))
  archive = createArchive(createFolderStore(home), createSealer({ BACKUP_KEY: [] }), '7000')
})
afterEach(() => rmSync(home, { recursive: true }))

const addBase = (
  base: Pick<Manifest, 'id' | 'startLsn' | 'stopLsn' | 'startedAt' | 'finishedAt'> & { timeline?: number },
): Promise<void> =>
  archive.putManifest({
    systemId: '7000',
    timeline: 1,
    foyerVersion: '1.0.0',
    serverVersion: '18.0',
    parts: [],
    tarBytes: 0,
    uploads: [],
    encryptionKey: '',
    ...base,
  })

const addPiece = (from: number, to: number, timeline = 1): Promise<void> =>
  archive.putPiece({ timeline, from, to }, Buffer.alloc(1))

const FIRST = { id: 'first', startLsn: 100, stopLsn: 150, startedAt: 10, finishedAt: 20 }

/** Ends of the pieces that a restore to the moment reads. */
const endsAt = async (at: number | undefined): Promise<number[]> =>
  (await planRestore(archive, { at })).pieces.map(({ to }) => to).toSorted((one, other) => one - other)

test('the log is read up to the end of the first base that was begun after the moment', async () => {
  await addBase(FIRST)
  // Its end in the log is reached before it is finished: what is committed meanwhile is behind it.
  await addBase({ id: 'second', startLsn: 200, stopLsn: 250, startedAt: 50, finishedAt: 90 })
  await addBase({ id: 'third', startLsn: 300, stopLsn: 350, startedAt: 100, finishedAt: 110 })
  for (const from of [0, 100, 200, 300, 400]) await addPiece(from, from + 100)
  expect(await endsAt(40)).toEqual([100, 200, 300])
  expect(await endsAt(60)).toEqual([100, 200, 300, 400])
  expect(await endsAt(undefined)).toEqual([100, 200, 300, 400, 500])
})

test('only a base that was begun after the moment proves that the log has everything up to it', async () => {
  await addBase(FIRST)
  await addBase({ id: 'second', startLsn: 200, stopLsn: 250, startedAt: 50, finishedAt: 90 })
  for (const from of [0, 100]) await addPiece(from, from + 100)
  expect((await planRestore(archive, { at: 40 })).isPastMoment).toBe(false)
  await addPiece(200, 300)
  expect((await planRestore(archive, { at: 40 })).isPastMoment).toBe(true)
  expect((await planRestore(archive, { at: 60 })).isPastMoment).toBe(false)
})

test('a timeline can be chosen, and the plan names the others', async () => {
  await addBase(FIRST)
  await addPiece(0, 200)
  // As by a restored copy that was started with the same backups.
  await addBase({ id: 'copy', timeline: 2, startLsn: 200, stopLsn: 250, startedAt: 50, finishedAt: 90 })
  const unchosen = await planRestore(archive, {})
  expect([unchosen.base.id, unchosen.lastTimeline]).toEqual(['copy', 2])
  expect(unchosen.otherTimelines.map(({ timeline }) => timeline)).toEqual([1])
  const chosen = await planRestore(archive, { timeline: 1 })
  expect([chosen.base.id, chosen.lastTimeline]).toEqual(['first', 2])
  expect(chosen.pieces.map(({ to }) => to)).toEqual([200])
  expect(chosen.otherTimelines).toEqual([{ timeline: 2, coversUntil: 90 }])
  await expect(planRestore(archive, { timeline: 3 })).rejects.toThrow(
    `There is no complete backup of timeline 3 at ${home}.`,
  )
})
