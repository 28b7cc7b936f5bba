import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../../scripts/import-graph.ts'

/** Every file that a page loads, at once or on demand. */
function filesOf(page: string): Set<string> {
  const found = new Set<string>()
  const waiting = [page]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    if (/\.(?:astro|tsx?)$/.test(file) && !file.startsWith('src/server/'))
      waiting.push(...importsOf(file).flatMap((each) => (each.isType ? [] : each.path)))
  }
  return found
}

/** The cart's drawer is a dialog without a head, and has its own styles. */
const DIALOG = { component: 'src/ui/dialog/DialogHead.tsx', css: 'src/ui/dialog/Dialog.css' }
const stylesheets = globSync('src/ui/**/*.css').map((css) =>
  css === DIALOG.css ? DIALOG : { component: css.replace(/css$/, 'tsx'), css },
)
const pages = globSync('src/pages/**/*.astro')

test('a page that renders a component of the kit imports its stylesheet', () => {
  expect(pages.length).toBeGreaterThan(50)
  const missing = pages.flatMap((page) => {
    const files = filesOf(page)
    return stylesheets
      .filter(({ component, css }) => files.has(component) && !files.has(css))
      .map(({ css }) => `${page} needs ${css}`)
  })
  expect(missing).toEqual([])
})

test('every stylesheet of the kit is imported', () => {
  const imported = new Set(pages.flatMap((page) => [...filesOf(page)]))
  expect(stylesheets.filter(({ css }) => !imported.has(css))).toEqual([])
})
