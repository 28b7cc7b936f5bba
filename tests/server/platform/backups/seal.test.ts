import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSealerFor } from '#server/platform/backups/archive.ts'
import { BackupUnusable, createSealer } from '#server/platform/backups/seal.ts'
import { readConfig } from '#server/platform/config.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const withKeys = (...bytes: number[]) => createSealer({ BACKUP_KEY: bytes.map(key) })
const NAME = '7000/wal/000000010000000000000001/0000000-0000100'
const plain = Buffer.concat([randomBytes(500), Buffer.alloc(50_000)])

test.each([
  ['with a key', withKeys(1)],
  ['without one', withKeys()],
])('%s, content is compressed and returned as it was', async (_, sealer) => {
  const sealed = await sealer.seal(NAME, plain)
  expect(sealed.length).toBeLessThan(2000)
  expect(await sealer.open(NAME, sealed)).toEqual(plain)
  expect(await sealer.open(NAME, await sealer.seal(NAME, Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

test('with a key, content can’t be read', async () => {
  const text = Buffer.from('buyer@example.com '.repeat(3))
  expect((await withKeys(1).seal(NAME, text)).includes('buyer')).toBe(false)
})

test('an earlier key still decrypts, and the first one encrypts', async () => {
  const old = await withKeys(1).seal(NAME, plain)
  expect(await withKeys(2, 1).open(NAME, old)).toEqual(plain)
  const fresh = await withKeys(2, 1).seal(NAME, plain)
  expect(await withKeys(2).open(NAME, fresh)).toEqual(plain)
})

describe.each([
  ['encrypted', withKeys(1)],
  ['not encrypted', withKeys()],
])('%s, an object is refused', (_, sealer) => {
  const DAMAGED = `The file ${NAME} of the backup is damaged or was changed.`

  test('when any byte was changed', async () => {
    const sealed = await sealer.seal(NAME, plain)
    // Beyond the header: its key id is looked up.
    for (const at of [0, 14, 20, 40, 60, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(sealer.open(NAME, changed)).rejects.toThrow(DAMAGED)
    }
  })

  test('when it ends early', async () => {
    const sealed = await sealer.seal(NAME, plain)
    for (const length of [0, 5, 14, 20, 45, sealed.length - 1])
      await expect(sealer.open(NAME, sealed.subarray(0, length))).rejects.toThrow(DAMAGED)
  })

  test('under another name', async () => {
    const sealed = await sealer.seal(`${NAME}0`, plain)
    await expect(sealer.open(NAME, sealed)).rejects.toThrow(DAMAGED)
  })
})

test('a missing and a wrong key are told apart', async () => {
  const sealed = await withKeys(1).seal(NAME, plain)
  const missing = withKeys().open(NAME, sealed)
  await expect(missing).rejects.toThrow(BackupUnusable)
  await expect(missing).rejects.toThrow(
    /^The backup is encrypted with the key [\da-f]{12}\. Set BACKUP_KEY to it\.$/,
  )
  await expect(withKeys(2).open(NAME, sealed)).rejects.toThrow(
    /^The backup is encrypted with a different key \(.*, not with BACKUP_KEY\./,
  )
})

test('with a key, an object that isn’t encrypted is refused: anybody could have made it', async () => {
  const forged = await withKeys().seal(NAME, plain)
  const opened = withKeys(1).open(NAME, forged)
  await expect(opened).rejects.toThrow(BackupUnusable)
  await expect(opened).rejects.toThrow(
    `The file ${NAME} of the backup isn’t encrypted, though BACKUP_KEY is set`,
  )
})

test('the default folder’s backups of before the key was set can be opened, and new ones are encrypted', async () => {
  const before = await withKeys().seal(NAME, plain)
  const inDefaultFolder = readConfig({ BACKUP_KEY: key(1) })
  expect(await createSealerFor(inDefaultFolder).open(NAME, before)).toEqual(plain)
  const text = Buffer.from('buyer@example.com')
  expect((await createSealerFor(inDefaultFolder).seal(NAME, text)).includes('buyer')).toBe(false)
  const elsewhere = readConfig({ BACKUP_KEY: key(1), BACKUP_TO: '/mnt/backups' })
  await expect(createSealerFor(elsewhere).open(NAME, before)).rejects.toThrow(BackupUnusable)
  await expect(createSealerFor(inDefaultFolder, '/mnt/backups').open(NAME, before)).rejects.toThrow(
    BackupUnusable,
  )
})
