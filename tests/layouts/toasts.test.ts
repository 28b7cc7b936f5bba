import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const PAGES = new URL('../../src/pages/', import.meta.url)
const LAYOUTS = new URL('../../src/layouts/', import.meta.url)

/** Markup that handles toasts, or a layout that includes it. */
const LISTENS =
  /<(Toasts|Toaster|page-overlays|Storefront|Account|SigningIn|Portal|Console|Operator|Workspace|TicketShell)\b/

/** True when a page has markup of its own: `[...missing].astro` only renders the 404 page. */
const hasMarkup = (file: string): boolean =>
  readFileSync(new URL(file, PAGES), 'utf8').split(/^---$/m).slice(2).join('').trim() !== ''

/** Files with an underscore are parts of pages that use the layout, but for shells, which contain it. */
const isPage = (file: string): boolean => !/(^|\/)_/.test(file) || file.endsWith('Shell.astro')

const pages = globSync('**/*.astro', { cwd: PAGES }).filter((file) => isPage(file) && hasMarkup(file))
const layouts = globSync('*.astro', { cwd: LAYOUTS })

it.each([
  ...pages.map((file): [string, URL] => [`pages/${file}`, new URL(file, PAGES)]),
  ...layouts.map((file): [string, URL] => [`layouts/${file}`, new URL(file, LAYOUTS)]),
])('§2 %s shows app:toast', (_, file) => {
  expect(readFileSync(file, 'utf8')).toMatch(LISTENS)
})
