import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Current documents: a superseded decision describes files that are gone. */
const DOCUMENTS = [...globSync('*.md'), ...globSync('docs/**/*.md')].filter(
  (path) => !/^\S+ · superseded/m.test(readFileSync(path, 'utf8')),
)
/** Folders whose names begin a path, as documents abbreviate them: `tests/…`, `server/…`, `sales/…`. */
const ROOTS = ['', 'src/', 'src/server/']
const NAMES = new Set(
  ROOTS.flatMap((root) => (root ? readdirSync(root) : ['src', 'tests', 'e2e', 'bench', 'scripts', 'deploy'])),
)

const quotedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w@.[\]-]+(?:\/[\w@.[\]-]*)+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => NAMES.has(path.split('/')[0] ?? ''))

const links = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|javascript:|#|<)([^)#\s]+)/g)].map(([, path = '']) =>
    decodeURIComponent(path),
  )

test('documents name only files and folders that exist', () => {
  const paths = DOCUMENTS.flatMap((document) =>
    quotedPaths(readFileSync(document, 'utf8')).map((path) => ({ document, path })),
  )
  expect(paths.length).toBeGreaterThan(200)
  expect(paths.filter(({ path }) => !ROOTS.some((root) => existsSync(root + path)))).toEqual([])
})

test('documents link only to files that exist', () => {
  const found = DOCUMENTS.flatMap((document) =>
    links(readFileSync(document, 'utf8')).map((link) => ({ document, link })),
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ document, link }) => !existsSync(join(dirname(document), link)))).toEqual([])
})
