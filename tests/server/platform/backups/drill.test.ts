import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedDemo } from '#server/commands/seed.ts'
import { generatedKeyFile } from '#server/platform/encryption/read-keys.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
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
import { findContradictions } from '#tests/support/invariants.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

let template: Template
let install: BackedUp
let undo: (() => unknown)[]

beforeAll(async () => {
  template = await createTemplate()
})
afterAll(() => template.remove())

beforeEach(() => {
  undo = []
  use(createBackedUp(template))
})
afterEach(async () => {
  for (const each of undo.toReversed()) await each()
})

function use(next: BackedUp): void {
  install = next
  undo.push(() => next.remove())
}

async function readRestored(): Promise<{ moments: number[]; wrong: string[] }> {
  const database = await install.open()
  try {
    return { moments: await readMoments(database.db), wrong: await findContradictions(database.db) }
  } finally {
    await database.close()
  }
}

const beside = (): string[] =>
  readdirSync(dirname(install.home.folder)).filter((name) => name.startsWith(basename(install.home.folder)))

describe('a drill', () => {
  test('data that are lost with their disk are restored, to the end and to a moment', async () => {
    const picture = toUpload(Uint8Array.from(Buffer.from('a picture')), 'webp')
    const uploads = createLocalUploads(install.config.UPLOADS_DIR)
    await uploads.put(picture)
    const key = readKeys(install.config)
    const foyer = await install.start()
    await seedDemo(foyer.db, Date.now())
    await foyer.untilStored()
    const moments: number[] = []
    for (const n of [1, 2, 3, 4, 5]) moments.push(await commitMoment(foyer.db, n))
    await foyer.untilStored()
    await foyer.stop()
    install.lose()
    rmSync(generatedKeyFile(install.home.folder))
    rmSync(install.config.UPLOADS_DIR, { recursive: true })

    const restored = await install.run('restore', '--yes')
    expect(restored.err).toBe('')
    expect(restored.out).toMatch(/Restored \d+ orders, \d+ tickets and 1 missing images\./)
    expect(restored.code).toBe(0)
    expect(await readRestored()).toEqual({ moments: [1, 2, 3, 4, 5], wrong: [] })
    expect(await uploads.read(picture.name)).toEqual(Buffer.from(picture.bytes))
    expect(readKeys(install.config)).toEqual(key)

    const at = new Date(moments[2] ?? 0).toISOString()
    const earlier = await install.run('restore', '--at', at, '--yes')
    expect(earlier).toMatchObject({ code: 0, err: '' })
    const [, aside = ''] = /The previous data is in (\S+)\./.exec(earlier.out) ?? []
    expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true)
    expect(await readRestored()).toEqual({ moments: [1, 2, 3], wrong: [] })
  })

  test('into another folder, nothing of the install is touched, also while it runs @full', async () => {
    const foyer = await install.start()
    undo.push(foyer.stop)
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    const into = join(dirname(install.to), 'drill')
    const before = beside()
    const { code, out, err } = await install.run('restore', '--into', into, '--yes')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(
      `Start with BACKUP_TO=off FOYER_DATA_DIR=${into} UPLOADS_DIR=${join(into, 'uploads')}\nand without the settings for payments and email`,
    )
    expect(beside()).toEqual(before)
    expect(await readMoments(foyer.db)).toEqual([1])
    const copy = createBackedUp(undefined, { FOYER_DATA_DIR: into, BACKUP_TO: 'off' })
    undo.push(() => copy.remove())
    const database = await copy.open()
    expect(await readMoments(database.db)).toEqual([1])
    await database.close()
  })

  test('from S3, with encryption @full', async () => {
    const server = await startS3Server()
    undo.push(() => server.close())
    const { endpoint, region, accessKeyId, secretAccessKey, bucket } = server.settings
    use(
      createBackedUp(template, {
        BACKUP_TO: `s3://${bucket}/foyer`,
        BACKUP_S3_ENDPOINT: endpoint,
        BACKUP_S3_REGION: region,
        BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
        BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
      }),
    )
    const foyer = await install.start()
    await commitMoment(foyer.db, 1)
    await foyer.untilStored()
    expect((await foyer.state())?.isElsewhere).toBe(true)
    await foyer.stop()
    install.lose()
    expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
    expect((await readRestored()).moments).toEqual([1])
  })

  test('`foyer backup verify` restores to a temporary place, and `list` shows what there is @full', async () => {
    const foyer = await install.start()
    await seedDemo(foyer.db, Date.now())
    await foyer.untilStored()
    await foyer.stop()
    const verified = await install.run('backup', 'verify')
    expect(verified).toMatchObject({ code: 0, err: '' })
    expect(verified.out).toMatch(
      /The backup can be restored up to .* UTC: [1-9]\d* orders, [1-9]\d* tickets, 0 images\./,
    )
    const listed = await install.run('backup', 'list')
    expect(listed.out).toMatch(/ UTC {2}\d+ MB {2}Foyer [\d.]+, PostgreSQL 18\.\d+ {2}timeline 1 /)
    expect(listed.out).toContain('Changes are stored up to ')
  })

  test('`foyer backup` takes one that needs nothing else, with Foyer stopped @full', async () => {
    const database = await install.open()
    await commitMoment(database.db, 1)
    await database.close()
    const taken = await install.run('backup')
    expect(taken).toMatchObject({ code: 0, err: '' })
    expect(taken.out).toMatch(/^A backup was made: \d+ MB at .*, encrypted\.\n$/)
    install.lose()
    expect(await install.run('restore', '--yes')).toMatchObject({ code: 0, err: '' })
    expect((await readRestored()).moments).toEqual([1])
  })
})
