import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig, WrongSetting } from '#server/platform/config.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'

const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-keys-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const generatedFile = (): string => `${resolveDataFolder(folder)}-encryption.key`

test('reads keys from the setting, in base64 or base64url', () => {
  const [first, second] = KEYS
  const keys = `${first.toString('base64')},${second.toString('base64url')}`
  expect(readKeys(readConfig({ FOYER_ENCRYPTION_KEY: keys }))).toEqual(KEYS)
})

test('reads keys from a file, one per line', () => {
  const file = join(folder, 'keys')
  writeFileSync(file, KEYS.map((key) => `${key.toString('base64')}\n`).join(''))
  expect(readKeys(readConfig({ FOYER_ENCRYPTION_KEY_FILE: file }))).toEqual(KEYS)
})

test.each([
  ['is not there', undefined, /FOYER_ENCRYPTION_KEY_FILE is set to .* which can't be read: ENOENT/],
  ['is empty', '', /\(FOYER_ENCRYPTION_KEY_FILE\) has no key\./],
  ['has something else', 'password', /\(FOYER_ENCRYPTION_KEY_FILE\) must have keys of 32 bytes in base64\./],
])('refuses a file that %s with a message', (_, text, sentence) => {
  const file = join(folder, 'keys')
  if (text !== undefined) writeFileSync(file, text)
  const read = () => readKeys(readConfig({ FOYER_ENCRYPTION_KEY_FILE: file }))
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(sentence)
})

test('with the embedded database a key is generated once, beside the data, for its owner only', () => {
  const config = readConfig({ FOYER_DATA_DIR: folder })
  try {
    const keys = readKeys(config)
    expect(keys).toHaveLength(1)
    expect(readKeys(config)).toEqual(keys)
    expect(statSync(generatedFile()).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(generatedFile())).filter((name) => name.includes('.key.'))).toEqual([])
  } finally {
    rmSync(generatedFile(), { force: true })
  }
})

test('with DATABASE_URL and no key, refuses to start with instructions', () => {
  const read = () => readKeys(readConfig({ DATABASE_URL: 'postgres://db/foyer', FOYER_DATA_DIR: folder }))
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(
    /so FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE must be too.*openssl rand -base64 32/,
  )
})
