import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The CSS that a page contains, in Astro's list of routes. */
const INLINE = /("type":"inline","content":)("(?:[^"\\]|\\.)*")/g
const ROUTES = 'deserializeManifest({'

/**
 * Rewrites the list of routes in the built server's chunks so that routes share their CSS. Astro repeats it for each route,
 * which makes the list 2.6 MB long, and all of it stays in memory.
 */
export function shareInlineStyles(folder: string): void {
  const files = readdirSync(folder).map((file) => join(folder, file))
  const chunk = files.find((file) => readFileSync(file, 'utf8').includes(ROUTES))
  if (!chunk) throw new Error('Astro has changed: no chunk has the list of routes.')
  writeFileSync(chunk, withSharedStyles(readFileSync(chunk, 'utf8')))
}

export function withSharedStyles(code: string): string {
  const styles = new Map<string, string>()
  const routes = code.replaceAll(INLINE, (_, key: string, css: string) => {
    const name = styles.get(css) ?? `routeStyle${styles.size}`
    styles.set(css, name)
    return key + name
  })
  const declarations = [...styles].map(([css, name]) => `const ${name} = ${css}\n`)
  return declarations.join('') + routes
}
