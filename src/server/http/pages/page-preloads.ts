import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddPreloads } from './pages.ts'

const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g
const PAGE_SCRIPT = /<script type="module" src="\/_astro\/([^"]+\.js)"/g

/**
 * Adds preload links for imported modules, which browsers would discover only after loading the scripts. `folder`: the
 * build's `client` folder.
 */
export function createPreloads(folder: string): AddPreloads {
  const imports = readImports(join(folder, '_astro'))
  const known = new Map<string, string>()
  return (html) => {
    const scripts = [...html.matchAll(PAGE_SCRIPT)].map((match) => match[1] ?? '')
    if (scripts.length === 0) return html
    const key = scripts.join(' ')
    const links = known.get(key) ?? linksFor(scripts, imports)
    known.set(key, links)
    // A function, because `$` has a special meaning in a replacement string.
    return html.replace('</head>', () => `${links}</head>`)
  }
}

function readImports(folder: string): Map<string, string[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.js')) : []
  return new Map(
    files.map((file) => {
      const code = readFileSync(join(folder, file), 'utf8')
      return [file, [...code.matchAll(STATIC_IMPORT)].map((match) => copyOf(match[1] ?? ''))]
    }),
  )
}

/** Returns a copy, because V8 keeps the whole file in memory as long as a substring of it exists. */
const copyOf = (text: string): string => Buffer.from(text).toString()

function linksFor(scripts: readonly string[], imports: ReadonlyMap<string, readonly string[]>): string {
  const reached = new Set<string>()
  const waiting = [...scripts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    waiting.push(...(imports.get(file) ?? []))
  }
  return [...reached]
    .filter((file) => !scripts.includes(file))
    .map((file) => `<link rel="modulepreload" href="/_astro/${file}">`)
    .join('')
}
