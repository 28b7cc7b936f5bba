import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coveredUntil, segmentStart } from '#model/platform/backups/wal.ts'
import { deleteOldBackups } from '#server/platform/backups/delete-old-backups.ts'
import { planRestore } from '#server/platform/backups/restore/plan-restore.ts'
import { restoreBackup } from '#server/platform/backups/restore/restore-backup.ts'
import { DatabaseUnusable } from '#server/platform/db/open-database.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { isAlive } from '#server/platform/embedded-postgres/pid-file.ts'
import { createLocalUploads } from '#server/platform/uploads/local-uploads.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import {
  commitMoment,
  createBackedUp,
  createTemplate,
  readMoments,
  type BackedUp,
  type Template,
} from '#tests/support/backups.ts'
import { silentLog } from '#tests/support/log.ts'
import { addressOf, kill, startBackupOwner, startFoyerCommand, type Program } from '#tests/support/owners.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let template: Template
let install: BackedUp
let undo: (() => unknown)[]

beforeAll(async () => {
  template = await createTemplate()
})
afterAll(() => template.remove())

beforeEach(() => {
  install = createBackedUp(template)
  undo = [() => install.remove()]
})
afterEach(async () => {
  for (const each of undo.toReversed()) await each()
})

async function readRestored(): Promise<number[]> {
  const database = await install.open()
  try {
    return await readMoments(database.db)
  } finally {
    await database.close()
  }
}

async function ownInChild() {
  const program = startBackupOwner(install.environment)
  undo.push(() => kill(program))
  const address = await addressOf(program)
  const db = createDatabase(createPool({ ...address, user: 'foyer', database: 'postgres' }, silentLog()))
  undo.push(() => db.destroy())
  return { program, db }
}

const filesOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

describe('the log stays whole', () => {
  test('when Foyer is killed, and started again', async () => {
    const { program, db } = await ownInChild()
    await waitFor(() => expect(filesOf(install.to).some((path) => path.endsWith('manifest'))).toBe(true))
    await commitMoment(db, 1)
    await kill(program)
    await commitMoment(db, 2)
    const again = await install.start()
    await commitMoment(again.db, 3)
    await again.untilStored()
    await again.stop()
    install.lose()
    expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(await readRestored()).toEqual([1, 2, 3])
  })

  test('when PostgreSQL is killed @full', async () => {
    const foyer = await install.start()
    undo.push(foyer.stop)
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    const pid = install.home.postmaster() ?? 0
    process.kill(pid, 'SIGKILL')
    await waitFor(() => expect(isAlive(pid)).toBe(false))
    await waitFor(() => commitMoment(foyer.db, 2))
    await foyer.untilStored()
    const into = join(dirname(install.to), 'drill')
    expect(await install.run('restore', '--into', into, '--yes')).toMatchObject({ code: 0, err: '' })
    const copy = createBackedUp(undefined, { FOYER_DATA_DIR: into, BACKUP_TO: 'off' })
    undo.push(() => copy.remove())
    const database = await copy.open()
    expect(await readMoments(database.db)).toEqual([1, 2])
    await database.close()
  })

  test('when its storage is away for a while, of which operators are told @full', async () => {
    const foyer = await install.start()
    undo.push(foyer.stop)
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    const away = `${install.to}.away`
    renameSync(install.to, away)
    writeFileSync(install.to, 'not a folder')
    await commitMoment(foyer.db, 2)
    await waitFor(async () => {
      expect((await foyer.state())?.error).toMatch(/^The backup folder \S+ can’t be used: /)
    })
    rmSync(install.to)
    renameSync(away, install.to)
    await commitMoment(foyer.db, 3)
    await foyer.untilStored()
    const archive = await install.archive()
    const [bases, pieces] = await Promise.all([archive.listManifests(), archive.listPieces()])
    expect(bases).toHaveLength(1)
    const [base] = bases
    const start = { timeline: 1, from: segmentStart(base?.startLsn ?? 0) }
    expect(coveredUntil(pieces, start)).toBe(Math.max(...pieces.map(({ to }) => to)))
  })
})

test('what is stored is known from the log, and stays known while the storage is away @full', async () => {
  const foyer = await install.start()
  const before = Date.now()
  await commitMoment(foyer.db, 1)
  await waitFor(async () => {
    expect((await foyer.state())?.walAt?.getTime()).toBeGreaterThanOrEqual(before)
  })
  await foyer.stop()
  const stoppedAt = Date.now()
  rmSync(install.to, { recursive: true })
  writeFileSync(install.to, 'not a folder')
  const again = await install.start()
  undo.push(again.stop)
  await waitFor(async () => expect((await again.state())?.error).not.toBe(''))
  const { baseAt, walAt } = (await again.state()) ?? {}
  expect(baseAt?.getTime()).toBeLessThanOrEqual(stoppedAt)
  expect(walAt?.getTime()).toBeGreaterThanOrEqual(before)
  expect(walAt?.getTime()).toBeLessThanOrEqual(stoppedAt)
})

test('a storage that doesn’t respond delays a stop by seconds only @full', async () => {
  const server = await startS3Server()
  undo.push(() => server.close())
  const { endpoint, region, accessKeyId, secretAccessKey, bucket } = server.settings
  const remote = createBackedUp(template, {
    BACKUP_TO: `s3://${bucket}`,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  undo.push(() => remote.remove())
  const foyer = await remote.start()
  await foyer.untilStored()
  const asked = server.asked.length
  server.faults.push(...Array.from({ length: 50 }, () => 'silence' as const))
  await commitMoment(foyer.db, 1)
  await waitFor(() => expect(server.asked.length).toBeGreaterThan(asked))
  // Fails if PostgreSQL doesn't stop.
  await foyer.stop()
  expect(remote.home.postmaster()).toBeUndefined()
})

test('a part of the log that is lost leads to a new base @full', async () => {
  const foyer = await install.start()
  await commitMoment(foyer.db, 1)
  await foyer.untilStored()
  await foyer.stop()
  const database = await install.open()
  await sql`select pg_drop_replication_slot('foyer_backup')`.execute(database.db)
  for (const n of [1, 2, 3]) {
    await sql`select pg_switch_wal()`.execute(database.db)
    await commitMoment(database.db, 10 + n)
  }
  await sql`checkpoint`.execute(database.db)
  await database.close()

  const again = await install.start()
  const archive = await install.archive()
  await waitFor(async () => expect(await archive.listManifests()).toHaveLength(2))
  await commitMoment(again.db, 20)
  await again.untilStored()
  await again.stop()
  install.lose()
  expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await readRestored()).toEqual([1, 11, 12, 13, 20])
})

test('after a restore, the new timeline has its own base and log @full', async () => {
  const first = await install.start()
  await commitMoment(first.db, 1)
  await first.untilStored()
  const between = await commitMoment(first.db, 2)
  await commitMoment(first.db, 3)
  await first.untilStored()
  await first.stop()
  const at = new Date(between).toISOString()
  expect(await install.run('restore', '--at', at, '--yes')).toMatchObject({ code: 0, err: '' })

  const second = await install.start()
  const archive = await install.archive()
  await waitFor(async () => expect(await archive.listManifests()).toHaveLength(2))
  await commitMoment(second.db, 4)
  await second.untilStored()
  await second.stop()
  const timelines = (await archive.listManifests()).map(({ timeline }) => timeline)
  expect(new Set(timelines)).toEqual(new Set([1, 2]))
  install.lose()
  expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await readRestored()).toEqual([1, 2, 4])
})

test('two restores of the same base begin timelines of their own @full', async () => {
  const first = await install.start()
  await commitMoment(first.db, 1)
  await first.untilStored()
  const between = new Date(await commitMoment(first.db, 2)).toISOString()
  await commitMoment(first.db, 3)
  await first.untilStored()
  await first.stop()
  const archive = await install.archive()
  const timelines = async (): Promise<number[]> =>
    [...new Set((await archive.listManifests()).map(({ timeline }) => timeline))].toSorted(
      (one, other) => one - other,
    )
  for (const n of [4, 5]) {
    expect(await install.run('restore', '--at', between, '--yes')).toMatchObject({ code: 0, err: '' })
    const next = await install.start()
    await commitMoment(next.db, n)
    await waitFor(async () => expect(await timelines()).toHaveLength(n - 2))
    await next.untilStored()
    await next.stop()
  }
  expect(await timelines()).toEqual([1, 2, 3])
  install.lose()
  expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await readRestored()).toEqual([1, 2, 5])
})

describe('killed in the middle,', () => {
  test('a backup counts as none, and is removed later @full', async () => {
    const { program } = await ownInChild()
    const parts = (): string[] => filesOf(install.to).filter((path) => /bases\/[^/]+\/\d+$/.test(path))
    await waitFor(() => expect(parts()).not.toEqual([]))
    await kill(program)
    for (const path of filesOf(install.to).filter((each) => each.endsWith('manifest')))
      rmSync(join(install.to, path))
    // What a kill while a part is written leaves.
    const [part = ''] = parts()
    writeFileSync(join(install.to, dirname(part), 'unfinished.part'), 'x')
    const archive = await install.archive()
    expect(await archive.listManifests()).toEqual([])
    const incomplete = await archive.listBaseIds()
    expect(incomplete).toHaveLength(1)
    const none = await install.run('restore', '--into', join(dirname(install.to), 'x'), '--yes')
    expect([none.code, none.err]).toEqual([1, `There is no complete backup at ${install.to}.\n`])

    const again = await install.start()
    await again.untilStored()
    await again.stop()
    const complete = (await archive.listManifests()).map(({ id }) => id)
    expect(complete).not.toEqual([])
    expect(complete).not.toContain(incomplete[0])
    await deleteOldBackups(archive, { days: 7, now: Date.now() + 2 * 86_400_000, uploads: [] })
    expect(new Set(await archive.listBaseIds())).toEqual(new Set(complete))
  })

  test('a restore leaves the data as they were, and the next one removes the rest @full', async () => {
    const foyer = await install.start()
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    await foyer.stop()
    const isUnfinished = (name: string): boolean =>
      new RegExp(String.raw`^${basename(install.home.folder)}\.(?:wal\.)?\d+$`).test(name)
    const unfinished = (): string[] => readdirSync(dirname(install.home.folder)).filter(isUnfinished)
    const restoring: Program = startFoyerCommand(['restore', '--yes'], install.environment)
    await waitFor(() => expect(unfinished()).not.toEqual([]))
    await kill(restoring)
    expect(await readRestored()).toEqual([1])
    expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(unfinished()).toEqual([])
    expect(await readRestored()).toEqual([1])
  })

  test('while it replaces the data, a start refuses instead of beginning with an empty database @full', async () => {
    const foyer = await install.start()
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    await foyer.stop()
    // What `swapFolder` leaves between its two renames.
    writeFileSync(`${install.home.folder}.restoring`, '')
    renameSync(install.home.folder, `${install.home.folder}.before-restore-1`)
    const start = install.open()
    await expect(start).rejects.toThrow(DatabaseUnusable)
    await expect(start).rejects.toThrow(
      /was interrupted while it replaced the data\. Repeat it with `foyer restore`\.$/,
    )
    expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(await readRestored()).toEqual([1])
  })
})

describe('old backups', () => {
  test('are deleted with the log and images that only they need @full', async () => {
    const uploads = createLocalUploads(install.config.UPLOADS_DIR)
    const picture = toUpload(Uint8Array.from(Buffer.from('a picture')), 'png')
    await uploads.put(picture)
    const foyer = await install.start()
    await foyer.untilStored()
    await foyer.stop()
    await uploads.remove(picture.name)
    await sqlOn(async (db) => {
      await sql`select pg_switch_wal()`.execute(db)
    })
    expect((await install.run('backup')).code).toBe(0)
    const archive = await install.archive()
    const [, newer] = (await archive.listManifests()).toSorted(
      (one, other) => one.finishedAt - other.finishedAt,
    )
    const before = await archive.listPieces()
    expect(await archive.listUploads()).toHaveLength(1)
    await deleteOldBackups(archive, { days: 7, now: Date.now() + 30 * 86_400_000, uploads: [] })
    expect((await archive.listManifests()).map(({ id }) => id)).toEqual([newer?.id])
    expect(await archive.listUploads()).toEqual([])
    const from = segmentStart(newer?.startLsn ?? 0)
    expect(before.some(({ to }) => to <= from)).toBe(true)
    expect((await archive.listPieces()).every(({ to }) => to > from)).toBe(true)
    install.lose()
    expect((await install.run('restore', '--yes')).code).toBe(0)
  })

  test('turned off, PostgreSQL keeps no log for them @full', async () => {
    const foyer = await install.start()
    await foyer.untilStored()
    await foyer.stop()
    const off = createBackedUp(undefined, { FOYER_DATA_DIR: install.config.FOYER_DATA_DIR, BACKUP_TO: 'off' })
    undo.push(() => off.remove())
    const without = await off.start()
    await waitFor(async () => {
      expect(await without.state()).toBeUndefined()
      const { rows } = await sql`select from pg_replication_slots`.execute(without.db)
      expect(rows).toEqual([])
    })
    await without.stop()
  })

  test('by default are in the data folder, not encrypted and without the encryption key @full', async () => {
    const usual = createBackedUp(template, { BACKUP_TO: '', BACKUP_KEY: '' })
    undo.push(() => usual.remove())
    const foyer = await usual.start()
    await foyer.untilStored()
    expect(await foyer.state()).toMatchObject({
      place: join(usual.config.FOYER_DATA_DIR, 'backups'),
      isElsewhere: false,
    })
    await foyer.stop()
    const [base] = await (await usual.archive('')).listManifests()
    expect(base?.encryptionKey).toBe('')
  })
})

async function sqlOn(
  work: (db: Awaited<ReturnType<BackedUp['open']>>['db']) => Promise<void>,
): Promise<void> {
  const database = await install.open()
  await work(database.db)
  await database.close()
}

test('a restore that needs more than is free is refused, and leaves nothing @full', async () => {
  const foyer = await install.start()
  await foyer.untilStored()
  await foyer.stop()
  const into = join(dirname(install.to), 'blocked')
  mkdirSync(into)
  const archive = await install.archive()
  const plan = await planRestore(archive, {})
  const restored = restoreBackup({
    archive,
    plan: { ...plan, bytes: 1e15 },
    folder: join(into, 'postgres'),
    onStep: () => undefined,
  })
  await expect(restored).rejects.toThrow(
    /^The restore needs 1000000\.0 GB in \S+, and .* are free\. Nothing was changed\.$/,
  )
  expect(readdirSync(into)).toEqual([])
})
