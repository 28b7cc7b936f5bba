import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withSharedStyles } from '../../scripts/share-inline-styles.ts'

const inline = (content: string) => ({ type: 'inline', content })
const RED = inline(String.raw`a::after{content:"\\2192 \"}"}`)
const BLUE = inline('b{color:blue}')
const ROUTES = [
  { route: '/', styles: [RED] },
  { route: '/a', styles: [{ type: 'external', src: '_astro/x.css' }, RED] },
  { route: '/b', styles: [BLUE] },
]
const CODE = `import { hash } from 'node:crypto'
const manifest = deserializeManifest(${JSON.stringify({ routes: ROUTES })})
export { manifest }`

/** Evaluates the module with a function that returns its argument. */
const manifestOf = (code: string): unknown =>
  runInNewContext(`${code.replaceAll(/^(import|export) .*$/gm, '')}; JSON.stringify(manifest)`, {
    deserializeManifest: (manifest: unknown) => manifest,
  })

test('each style is in the list of routes once, and the list is the same', () => {
  const shared = withSharedStyles(CODE)
  expect(manifestOf(shared)).toEqual(manifestOf(CODE))
  expect(shared.split(JSON.stringify(RED.content))).toHaveLength(2)
  expect(shared.split(BLUE.content)).toHaveLength(2)
})
