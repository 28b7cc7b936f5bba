import { hash } from 'node:crypto'

/** Source expression of an inline script or style, in quotes. */
const HASH = /^'sha256-/

/**
 * Removes from a Content-Security-Policy the hashes of scripts and styles that aren't in the page. Astro adds those of the whole
 * site to each page: 3 KB of each response, also of a 304, that can't be compressed.
 */
export function removeUnusedHashes(policy: string, html: string): string {
  const present = new Set(['script', 'style'].flatMap((name) => hashesOf(html, name)))
  return policy
    .split(';')
    .map((directive) =>
      directive
        .split(' ')
        .filter((source) => !HASH.test(source) || present.has(source.slice(1, -1)))
        .join(' '),
    )
    .join(';')
}

function hashesOf(html: string, name: string): string[] {
  const hashes: string[] = []
  for (let at = 0; ;) {
    const tag = html.indexOf(`<${name}`, at)
    const start = html.indexOf('>', tag) + 1
    const end = html.indexOf(`</${name}>`, start)
    if (tag === -1 || start === 0 || end === -1) return hashes
    if (end > start) hashes.push(`sha256-${hash('sha256', html.slice(start, end), 'base64')}`)
    at = end
  }
}
