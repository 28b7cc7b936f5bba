import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const AREAS =
  /^ *platform → .*$/m.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[0].trim().split(' → ') ?? []
/** Folders of `server/` that may import every area, and that no area imports. */
const ENTRY_FOLDERS = ['commands', 'demo', 'http', 'jobs', 'openapi']

const foldersOf = (room: string): string[] =>
  [...new Set(globSync(`src/${room}/*/**/*.ts`).map((path) => path.split('/')[2] ?? ''))].toSorted()

/** The folder and the imported folders of each file of a room that lies in a folder. */
const importsOf = (room: string): { path: string; area: string; imported: string[] }[] =>
  globSync(`src/${room}/*/**/*.ts`).map((path) => ({
    path,
    area: path.split('/')[2] ?? '',
    imported: [...readFileSync(path, 'utf8').matchAll(/from '((?:#|\.\.?\/)[^']+)'/g)].flatMap(
      ([, specifier = '']) => {
        const [from, area, file] = resolve(path, specifier).split('/')
        return from === room && area !== undefined && file !== undefined ? [area] : []
      },
    ),
  }))

const resolve = (path: string, specifier: string): string =>
  specifier.startsWith('#')
    ? specifier.slice(1)
    : posix.join(posix.dirname(path), specifier).replace(/^src\//, '')

test('the areas of ARCHITECTURE.md are the folders of model/ and server/', () => {
  expect(AREAS).toHaveLength(9)
  expect(foldersOf('model')).toEqual(AREAS.toSorted())
  expect(foldersOf('server')).toEqual([...AREAS, ...ENTRY_FOLDERS].toSorted())
})

test.each(['model', 'server'])('an area of %s/ imports only the areas before it', (room) => {
  const files = importsOf(room)
  expect(files.length).toBeGreaterThan(50)
  const wrong = files
    .filter(({ area }) => AREAS.includes(area))
    .flatMap(({ path, area, imported }) =>
      imported
        .filter((other) => !AREAS.includes(other) || AREAS.indexOf(other) > AREAS.indexOf(area))
        .map((other) => `${path} imports ${other}`),
    )
  expect(wrong).toEqual([])
})

test('no folder holds more than 15 files, but migrations and photographs', () => {
  const folders = Map.groupBy(globSync('src/{model,server}/**/*.*'), (path) => posix.dirname(path))
  const large = [...folders].filter(([, files]) => files.length > 15).map(([folder]) => folder)
  expect(large.toSorted()).toEqual(['src/server/demo/photos', 'src/server/platform/db/migrations'])
})

/** The demo is inserted with the query builder; the rate limiter brings its own statements. */
const SQL_ELSEWHERE = ['src/server/commands/seed.ts', 'src/server/platform/limits/rate-limits.ts']
const SQL_IMPORT = /^import (?:\{[^}]*\b(?:sql|CompiledQuery)\b[^}]*\}|\* as \w+) from 'kysely'/m
const SQL_CALL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(/

test('SQL is in *-rows.ts and platform/db only', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter(
    (path) => !path.endsWith('-rows.ts') && !path.startsWith('src/server/platform/db/'),
  )
  expect(files.length).toBeGreaterThan(500)
  const withSql = files.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return SQL_IMPORT.test(text) || SQL_CALL.test(text)
  })
  expect(withSql.toSorted()).toEqual(SQL_ELSEWHERE)
})
