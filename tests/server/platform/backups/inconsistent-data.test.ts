import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/commands/seed.ts'
import {
  commitMoment,
  createBackedUp,
  createTemplate,
  readMoments,
  type BackedUp,
} from '#tests/support/backups.ts'

const FOUND = /^The ticket type \S+ counts \d+ sold, its tickets are \d+$/m

/** An install whose backup has a wrong count. */
let install: BackedUp
beforeAll(async () => {
  const template = await createTemplate()
  install = createBackedUp(template)
  template.remove()
  const foyer = await install.start()
  await seedDemo(foyer.db, Date.now())
  await sql`
    update inventory set sold = sold - 1 where ticket_type_id in (select ticket_type_id from inventory where sold > 0 limit 1)`.execute(
    foyer.db,
  )
  await foyer.untilStored()
  await foyer.stop()
  const database = await install.open()
  await commitMoment(database.db, 1)
  await database.close()
})
afterAll(() => install.remove())

async function momentsInPlace(): Promise<number[]> {
  const database = await install.open()
  try {
    return await readMoments(database.db)
  } finally {
    await database.close()
  }
}

test('`foyer backup verify` fails, and names what is inconsistent', async () => {
  const { code, err } = await install.run('backup', 'verify')
  expect(code).toBe(1)
  expect(err).toMatch(/^The restored data is inconsistent:\n/)
  expect(err).toMatch(FOUND)
})

test('a restore reports it, keeps what it restored, and leaves the data as they are @full', async () => {
  const { code, out, err } = await install.run('restore', '--yes')
  expect(code).toBe(1)
  expect(out).toMatch(FOUND)
  expect(out).not.toContain('Restored ')
  expect(err).toMatch(/^This installs inconsistent data\. Add --accept-damage to confirm /)
  const [, kept = ''] = /The restored data is in (\S+); /.exec(out) ?? []
  expect(basename(kept)).toMatch(/^postgres\.restored-\d{8}T\d{9}Z$/)
  expect(existsSync(join(kept, 'PG_VERSION'))).toBe(true)
  expect(await momentsInPlace()).toEqual([1])
})

test('with --accept-damage, it puts them in place, and reports it all the same', async () => {
  const { code, out, err } = await install.run('restore', '--yes', '--accept-damage')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(FOUND)
  expect(out).toMatch(/^Restored \d+ orders, /m)
  const beside = readdirSync(dirname(install.home.folder))
  expect(beside.filter((name) => name.includes('.before-restore-'))).toHaveLength(1)
  const database = await install.open()
  const { rows } = await sql`select from pg_tables where tablename = 'moments'`.execute(database.db)
  expect(rows).toEqual([])
  await database.close()
})
