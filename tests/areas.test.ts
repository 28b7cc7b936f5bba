import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from '../scripts/import-graph.ts'

const [BUSINESS_AREAS = [], SCREEN_AREAS = []] = readFileSync('ARCHITECTURE.md', 'utf8')
  .matchAll(/^ *platform → .*$/gm)
  .map(([line]) => line.trim().split(' → '))
/** Folders of `server/` that may import every area, and that no area imports. */
const ENTRY_FOLDERS = ['commands', 'demo', 'http', 'jobs', 'openapi']
const SCREEN_ROOMS = ['contracts', 'browser', 'stores', 'elements', 'islands', 'components', 'styles']
/** Rooms whose areas are ordered together. */
const ORDERS = [
  { rooms: ['model'], areas: BUSINESS_AREAS },
  { rooms: ['server'], areas: BUSINESS_AREAS },
  { rooms: SCREEN_ROOMS, areas: SCREEN_AREAS },
]

const filesOf = (room: string): string[] => globSync(`src/${room}/**/*.{ts,tsx,astro,css}`)
/** Undefined for files that lie in the room itself. */
const areaOf = (path: string): string | undefined => {
  const [, , area, file] = path.split('/')
  return file === undefined ? undefined : area
}
const foldersOf = (...rooms: string[]): Set<string> =>
  new Set(rooms.flatMap(filesOf).flatMap((path) => areaOf(path) ?? []))
const roomOf = (path: string): string => path.split('/')[1] ?? ''

test('the areas of ARCHITECTURE.md are the folders of model/ and server/', () => {
  expect(BUSINESS_AREAS).toHaveLength(9)
  expect([...foldersOf('model')].toSorted()).toEqual(BUSINESS_AREAS.toSorted())
  expect([...foldersOf('server')].toSorted()).toEqual([...BUSINESS_AREAS, ...ENTRY_FOLDERS].toSorted())
})

test('the areas of ARCHITECTURE.md are the folders of the screens', () => {
  expect(SCREEN_AREAS).toHaveLength(7)
  expect([...foldersOf(...SCREEN_ROOMS)].toSorted()).toEqual(SCREEN_AREAS.toSorted())
})

test.each(SCREEN_ROOMS)('every file of %s/ is in an area of ARCHITECTURE.md', (room) => {
  const files = filesOf(room)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => !SCREEN_AREAS.includes(areaOf(path) ?? ''))).toEqual([])
})

test.each(ORDERS)('an area of $rooms imports only itself and the areas before it', ({ rooms, areas }) => {
  const files = rooms.flatMap(filesOf).filter((path) => areas.includes(areaOf(path) ?? ''))
  expect(files.length).toBeGreaterThan(50)
  const isAfter = (other: string | undefined, area: string | undefined): boolean =>
    other !== undefined && (!areas.includes(other) || areas.indexOf(other) > areas.indexOf(area ?? ''))
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter((each) => rooms.includes(roomOf(each.path)) && isAfter(areaOf(each.path), areaOf(path)))
      .map((each) => `${path} imports ${each.path}`),
  )
  expect(wrong).toEqual([])
})

test('no folder holds more than 15 files, but migrations and photographs', () => {
  const rooms = ['model', 'server', 'ui', ...SCREEN_ROOMS].join(',')
  const folders = Map.groupBy(globSync(`src/{${rooms}}/**/*.*`), (path) => posix.dirname(path))
  const large = [...folders].filter(([, files]) => files.length > 15).map(([folder]) => folder)
  expect(large.toSorted()).toEqual(['src/server/demo/photos', 'src/server/platform/db/migrations'])
})

/** The demo is inserted with the query builder; the rate limiter brings its own statements. */
const SQL_ELSEWHERE = ['src/server/commands/seed.ts', 'src/server/platform/limits/rate-limits.ts']
const SQL_IMPORT = /^import (?:\{[^}]*\b(?:sql|CompiledQuery)\b[^}]*\}|\* as \w+) from 'kysely'/m
const SQL_TAG = /^import \{[^}]*\b(?:execute|hasRow|queryRows?)\b[^}]*\} from '[^']*\/query\.ts'/m
const SQL_CALL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(/

test('SQL is in *-rows.ts and platform/db only', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter(
    (path) => !path.endsWith('-rows.ts') && !path.startsWith('src/server/platform/db/'),
  )
  expect(files.length).toBeGreaterThan(500)
  const withSql = files.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return [SQL_IMPORT, SQL_TAG, SQL_CALL].some((sql) => sql.test(text))
  })
  expect(withSql.toSorted()).toEqual(SQL_ELSEWHERE)
})

/** The context holds services, and services receive the context: their types import each other. */
const TYPES_OF_EVERY_AREA = ['src/server/context.ts', 'src/server/use-case.ts']

test('no file imports itself through others, not even its types', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((path) => !TYPES_OF_EVERY_AREA.includes(path))
  const imports = new Map(files.map((path) => [path, new Set(importsOf(path).map((each) => each.path))]))
  expect(files.filter((path) => isReachable(path, imports)).toSorted()).toEqual([])
})

function isReachable(path: string, imports: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set(imports.get(path))
  // A set also visits what is added meanwhile.
  for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next)
  return reached.has(path)
}
