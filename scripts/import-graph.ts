import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** An import of a file of `src/`. */
export interface SourceImport {
  /** `src/…` */
  path: string
  isDynamic: boolean
  /** True for `import type`, which exists only while compiling. */
  isType: boolean
}

const STATEMENT =
  /^[ \t]*(?:import|export(?=\s+(?:type\s+)?[*{]))\s+(?<type>type\s)?(?:[\w*{][^'"]*?\sfrom\s+)?'(?<specifier>[#.][^']*)'/gm
const CALL = /\bimport\(\s*'(?<specifier>[#.][^']*)'\s*\)/g
const SCRIPT = /<script>(?<code>[^]*?)<\/script>/g

/** Imports of a source file, or of `code` as if it were that file. */
export function importsOf(path: string, code = readFileSync(path, 'utf8')): SourceImport[] {
  const found = (pattern: RegExp, isDynamic: boolean): SourceImport[] =>
    [...code.matchAll(pattern)].map(({ groups }) => ({
      path: resolve(path, groups?.['specifier'] ?? ''),
      isDynamic,
      isType: groups?.['type'] !== undefined,
    }))
  return [...found(STATEMENT, false), ...found(CALL, true)]
}

/** Imports of the scripts that an Astro file sends to the browser. */
export const importsOfScripts = (path: string): SourceImport[] =>
  [...readFileSync(path, 'utf8').matchAll(SCRIPT)].flatMap(({ groups }) => importsOf(path, groups?.['code']))

function resolve(path: string, specifier: string): string {
  const [file = ''] = specifier.split('?')
  return file.startsWith('#') ? `src/${file.slice(1)}` : posix.join(posix.dirname(path), file)
}
