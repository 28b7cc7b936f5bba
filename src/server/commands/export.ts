import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportData } from '#server/platform/dump/export-data.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

/** `foyer export <file>`; Foyer may be running. */
export async function run([file, ...rest]: readonly string[]): Promise<void> {
  if (!file || rest.length > 0) throw new CommandRefused('Usage: foyer export <file>.')
  const path = resolve(file)
  if (existsSync(path)) throw new CommandRefused(`The file ${path} exists already.`)
  const tables = await withDatabase((database) => exportData(database, path, new Date()), {
    writes: false,
    schema: 'any version',
  })
  printLine(
    `${tables} tables were exported to ${path}. The file contains personal data, but not the images and the encryption key.`,
  )
}
