import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { importData } from '#server/platform/dump/import-data.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

/** `foyer import <file>`; Foyer must not be running. */
export async function run([file, ...rest]: readonly string[]): Promise<void> {
  if (!file || rest.length > 0) throw new CommandRefused('Usage: foyer import <file>.')
  const path = resolve(file)
  if (!existsSync(path)) throw new CommandRefused(`There is no file ${path}.`)
  const header = await withDatabase((database) => importData(database, path), {
    exclusive: true,
    creates: true,
  })
  printLine(
    `The data exported at ${header.exportedAt} was imported. Start Foyer with the same encryption key as before.`,
  )
}
