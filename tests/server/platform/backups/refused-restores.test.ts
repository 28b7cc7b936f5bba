import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BACKUP_KEY,
  commitMoment,
  createBackedUp,
  createTemplate,
  readMoments,
  type BackedUp,
} from '#tests/support/backups.ts'

/** One backup for all tests: a refused restore changes nothing. */
let install: BackedUp
let files: string[]
beforeAll(async () => {
  const template = await createTemplate()
  install = createBackedUp(template)
  template.remove()
  const foyer = await install.start()
  await commitMoment(foyer.db, 1)
  await foyer.untilStored()
  await foyer.stop()
  files = beside()
})
afterAll(async () => {
  const database = await install.open()
  expect(await readMoments(database.db)).toEqual([1])
  await database.close()
  install.remove()
})

let undo: (() => void)[]
beforeEach(() => {
  undo = []
  Object.assign(install.environment, { BACKUP_TO: install.to, BACKUP_KEY })
})
afterEach(() => {
  for (const each of undo.toReversed()) each()
})

const beside = (): string[] => readdirSync(dirname(install.home.folder)).toSorted()

async function refusal(...args: string[]): Promise<string> {
  const { code, out, err } = await install.run('restore', '--yes', ...args)
  expect(code).toBe(1)
  expect(out).not.toContain('Restored')
  expect(beside()).toEqual(files)
  return err
}

const partsOf = (folder: string): string[] =>
  readdirSync(install.to, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes(`${folder}/`) && statSync(join(install.to, path)).isFile())
    .map((path) => join(install.to, path))
    .toSorted()

/** Changes a file of the backup until the end of the test. */
function tamper(path: string, change: (bytes: Buffer) => Buffer): void {
  const bytes = readFileSync(path)
  undo.push(() => writeFileSync(path, bytes))
  writeFileSync(path, change(Buffer.from(bytes)))
}

test('a restore with a wrong key, or none, is refused', async () => {
  const other = Buffer.alloc(32, 9).toString('base64')
  install.environment['BACKUP_KEY'] = other
  expect(await refusal()).toMatch(/^The backup is encrypted with a different key \(.*, not with BACKUP_KEY\./)
  install.environment['BACKUP_KEY'] = ''
  install.environment['BACKUP_TO'] = ''
  expect(await refusal('--from', install.to)).toMatch(
    /^The backup is encrypted with the key .* Set BACKUP_KEY to it\./,
  )
})

test('a base of which a byte was changed is refused', async () => {
  tamper(partsOf('bases')[0] ?? '', (bytes) => {
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    return bytes
  })
  expect(await refusal()).toMatch(
    /^The file \d+\/bases\/\S+\/000000 of the backup is damaged or was changed\.\n$/,
  )
})

test('a base that was truncated is refused @full', async () => {
  tamper(partsOf('bases')[0] ?? '', (bytes) => bytes.subarray(0, 1000))
  expect(await refusal()).toMatch(/is damaged or was changed\.\n$/)
})

test('a base of which a part is missing is refused @full', async () => {
  const part = partsOf('bases')[1] ?? ''
  tamper(part, (bytes) => bytes)
  rmSync(part)
  expect(await refusal()).toMatch(/^The file \S+\/000001 of the backup is missing\.\n$/)
})

test('a changed piece of the log is refused @full', async () => {
  tamper(partsOf('wal').at(-1) ?? '', (bytes) => Buffer.concat([bytes, Buffer.from('x')]))
  expect(await refusal()).toMatch(/^The file \d+\/wal\/\S+ of the backup is damaged or was changed\.\n$/)
})

test('a moment that the backup doesn’t have is refused @full', async () => {
  expect(await refusal('--at', '2020-01-01 00:00:00')).toMatch(
    /^The earliest moment that can be restored is 20\d\d-.* UTC\.\n$/,
  )
  expect(await refusal('--at', '2199-01-01T00:00:00Z')).toMatch(/^The backup ends at 20\d\d-.* UTC\./)
  expect(await refusal('--at', 'yesterday')).toMatch(/^“yesterday” isn’t a valid time\. Use the format /)
})

test('a moment after the last change that the backup has is refused, because later ones may be missing', async () => {
  const pieces = await (await install.archive()).listPieces()
  const last = Math.max(...pieces.map(({ storedAt }) => storedAt.getTime()))
  expect(await refusal('--at', new Date(last).toISOString())).toMatch(
    /^The backup has no change after 20\d\d-.* UTC, so changes before it may be missing too\./,
  )
})

test('a place without backups, and unknown arguments, are refused @full', async () => {
  install.environment['BACKUP_KEY'] = ''
  install.environment['BACKUP_TO'] = ''
  expect(await refusal('--from', join(install.to, 'nothing'))).toMatch(
    /^There is no backup at \S+\/nothing\.\n$/,
  )
  expect(await refusal('--from', install.to, '--timeline', '0')).toMatch(/^“0” isn’t a valid timeline\./)
  expect(await refusal('--into', '/dev/null/drill')).toMatch(
    /^The folder \/dev\/null\/drill can’t be created: ENOTDIR/,
  )
  expect(await refusal('--when', 'now')).toContain("Unknown option '--when'")
})

test('a restore over a running Foyer is refused', async () => {
  const database = await install.open()
  const { code, err } = await install.run('restore', '--yes')
  expect(code).toBe(1)
  expect(err).toMatch(/^Foyer is running on \S+\. Stop it first, or restore elsewhere with --into\.\n$/)
  expect(await readMoments(database.db)).toEqual([1])
  await database.close()
})

test('a restore without a yes only says what it would do', async () => {
  const { code, out, err } = await install.run('restore')
  expect([code, err]).toEqual([
    1,
    'This restores the backup. Add --yes to confirm (after `npm run`: -- --yes).\n',
  ])
  expect(out).toContain('The existing data is renamed and kept.')
  expect(beside()).toEqual(files)
})
