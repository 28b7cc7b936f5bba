import { readFileSync } from 'node:fs'
import {
  isLegalKind,
  LEGAL_KINDS,
  LEGAL_NAMES,
  MAX_LEGAL_TEXT_LENGTH,
  type LegalKind,
} from '#model/sites/legal.ts'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import type { Db } from '#server/platform/db/query.ts'
import { findLegalText, insertLegalText, listNewestLegalTexts } from '#server/sites/legal/legal-rows.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE = `Use one of: list, set <page> <Markdown file>, remove <page>. Pages: ${LEGAL_KINDS.join(', ')}.`

/**
 * `foyer legal list | set <page> <Markdown file> | remove <page>` manages the main site's legal pages while
 * Foyer runs.
 */
export async function run(args: readonly string[]): Promise<void> {
  if (!isCommand(args)) throw new CommandRefused(USAGE)
  const [, kind = '', file] = args
  const text = file === undefined ? null : readText(file)
  printLine(
    await withDatabase(({ db }) => (isLegalKind(kind) ? write(db, kind, text) : list(db)), {
      writes: isLegalKind(kind),
    }),
  )
}

function isCommand([command, kind = '', file, ...rest]: readonly string[]): boolean {
  if (rest.length > 0) return false
  if (command === 'list') return kind === ''
  if (command === 'remove') return isLegalKind(kind) && file === undefined
  return command === 'set' && isLegalKind(kind) && file !== undefined
}

function readText(file: string): string {
  const text = readFileOrRefuse(file).trim()
  const tangled = markdownComplexityError(text)
  if (tangled) throw new CommandRefused(tangled)
  if (text === '' || text.length > MAX_LEGAL_TEXT_LENGTH)
    throw new CommandRefused(`The file must have 1 to ${MAX_LEGAL_TEXT_LENGTH} characters.`)
  return text
}

function readFileOrRefuse(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandRefused(
      `The file ${file} can’t be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

async function write(db: Db, kind: LegalKind, text: string | null): Promise<string> {
  const before = await findLegalText(db, { owner: null, kind })
  const version = (before?.version ?? 0) + 1
  const isWritten = await insertLegalText(db, { owner: null, kind, version, text, createdAt: new Date() })
  if (!isWritten) throw new CommandRefused('Someone else has just changed this page. Try again.')
  return text === null
    ? `${LEGAL_NAMES[kind]} was removed.`
    : `${LEGAL_NAMES[kind]} was published as version ${version}.`
}

async function list(db: Db): Promise<string> {
  const texts = await listNewestLegalTexts(db, null)
  return LEGAL_KINDS.map((kind) => {
    const stored = texts.find((each) => each.kind === kind)
    return `${kind}: ${stored?.text ? `version ${stored.version}` : 'not written'}`
  }).join('\n')
}
