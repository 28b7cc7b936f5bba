import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { WrongSetting, type Config } from '#server/platform/config.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { newEncryptionKey, parseEncryptionKey } from './encryption.ts'

/**
 * Returns the keys; the first one encrypts. Without the setting, generates a key for the embedded database. Throws
 * `WrongSetting`.
 */
export function readKeys(config: Config): [Buffer, ...Buffer[]] {
  const { FOYER_ENCRYPTION_KEY: keys, FOYER_ENCRYPTION_KEY_FILE: file } = config
  if (keys.length > 0) return parseKeys(keys, 'FOYER_ENCRYPTION_KEY')
  if (file) return parseKeys(readLines(file), `The file ${file} (FOYER_ENCRYPTION_KEY_FILE)`)
  if (config.DATABASE_URL)
    throw new WrongSetting(
      'DATABASE_URL is set, so FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE must be too: secrets in the database are encrypted. ' +
        '`openssl rand -base64 32` makes a key. Keep a copy of it apart from the database’s backups.',
    )
  const generated = generatedKeyFile(resolveDataFolder(config.FOYER_DATA_DIR))
  return parseKeys(readOrGenerate(generated), `The file ${generated}`)
}

/** Path of the generated key of an embedded database. */
export const generatedKeyFile = (databaseFolder: string): string => `${databaseFolder}-encryption.key`

function parseKeys(texts: readonly string[], source: string): [Buffer, ...Buffer[]] {
  const [first, ...others] = texts.map(
    (text) =>
      parseEncryptionKey(text) ??
      (() => {
        throw new WrongSetting(`${source} must have keys of 32 bytes in base64.`)
      })(),
  )
  if (!first) throw new WrongSetting(`${source} has no key.`)
  return [first, ...others]
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/[\s,]/).filter(Boolean)
  } catch (error) {
    throw new WrongSetting(
      `FOYER_ENCRYPTION_KEY_FILE is set to "${file}", which can't be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/**
 * Reads the key file, or generates it. Safe when several processes start at the same time: the first complete file is
 * used by all.
 */
function readOrGenerate(file: string): string[] {
  const found = readIfThere(file)
  if (found) return found
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${newEncryptionKey()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readLines(file)
}

function readIfThere(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\s/).filter(Boolean)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
