import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTest, namedTests } from '#tests/support/named-tests.ts'

interface Row {
  number: string
  level: string
  gist: string
  state: string
  how: string
}

const markdown = readFileSync('docs/asvs.md', 'utf8')

const rows = markdown.split('\n').flatMap((line): Row[] => {
  const [, number = '', level = '', gist = '', state = '', how = ''] =
    /^\| v5\.0\.0-([\d.]+) \| (\d) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? []
  return number ? [{ number, level, gist, state, how }] : []
})

/** Levels of all ASVS 5.0.0 requirements up to level 2. */
const levels: Record<string, string[]> = JSON.parse(readFileSync('tests/docs/asvs-levels.json', 'utf8'))

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each)

/** Paths of repository files in a text, without names of tests. */
const pathsIn = (text: string): string[] =>
  quoted(text)
    .map((each) => each.split(' › ')[0] ?? '')
    .filter((path) => /^\.?[\w@-]+(\/[\w.@[\]-]+)*\/?(\.[a-z]+)*$/.test(path) && /[./]/.test(path))

const isTestFile = (path: string): boolean => /^(tests|e2e)\/.+\.(test|spec)\.tsx?$/.test(path)

test('docs/asvs.md lists every requirement of levels 1 and 2 once, with its level', () => {
  const expected = Object.entries(levels).flatMap(([level, numbers]) =>
    numbers.map((number) => `${number} ${level}`),
  )
  expect(expected).toHaveLength(253)
  expect(rows.map(({ number, level }) => `${number} ${level}`).toSorted()).toEqual(expected.toSorted())
})

test('each row summarises the requirement and has one of four states', () => {
  expect(rows.filter(({ gist }) => gist.split(/\s+/).length > 12)).toEqual([])
  expect(rows.filter(({ state }) => !['test', 'code', 'n/a', 'open'].includes(state))).toEqual([])
})

test('all files, documents and tests in rows exist', () => {
  const files = rows.flatMap(({ number, how }) => pathsIn(how).map((path) => ({ number, path })))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(({ path }) => !existsSync(path))).toEqual([])
  const links = [...markdown.matchAll(/\]\(((?!https:)[^)]+)\)/g)].map(([, path = '']) => path)
  // `alert(1)` in the text belongs to the name of a test.
  const documents = links.filter((path) => path.endsWith('.md'))
  expect(documents.filter((path) => !existsSync(join('docs', path)))).toEqual([])
  const tests = rows.flatMap(({ how }) => namedTests(how))
  expect(tests.filter((each) => !hasTest(each))).toEqual([])
})

test('tested rows name a test, implemented ones a file or document', () => {
  const untested = rows.filter(({ state, how }) => state === 'test' && !pathsIn(how).some(isTestFile))
  expect(untested.map(({ number }) => number)).toEqual([])
  const unnamed = rows.filter(
    ({ state, how }) => state === 'code' && pathsIn(how).length === 0 && !/\]\([\w/.-]+\.md\)/.test(how),
  )
  expect(unnamed.map(({ number }) => number)).toEqual([])
})

test('open requirements are listed and counted at the beginning', () => {
  const listed = [...markdown.matchAll(/^- v5\.0\.0-([\d.]+): (.+)$/gm)].map(([, number, gist]) => ({
    number,
    gist,
  }))
  const open = rows.filter(({ state }) => state === 'open').map(({ number, gist }) => ({ number, gist }))
  expect(listed).toEqual(open)
  const counted = [...markdown.matchAll(/^\| (test|code|n\/a|open) +\| .+ \| +(\d+) +\|$/gm)].map(
    ([, state, count]) => [state, Number(count)],
  )
  const countOf = (state: string): number => rows.filter((row) => row.state === state).length
  expect(counted).toEqual(['test', 'code', 'n/a', 'open'].map((state) => [state, countOf(state)]))
})
