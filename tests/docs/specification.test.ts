import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasTest, namedTests, type NamedTest } from '#tests/support/named-tests.ts'
import { readTestNames } from '#tests/support/test-names.ts'

interface Row {
  section: string
  rule: string
  tests: NamedTest[]
}

/** Parses the rows of `| rule | test |` tables. Tests are written as `file › name`, separated by <br>. */
function readRows(markdown: string): Row[] {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## (§\d)/.exec(line)?.[1] ?? section
    const [, rule = '', tests = ''] = /^\| (.+?) +\| (.*?) *\|$/.exec(line) ?? []
    if (!rule || rule === 'rule' || /^-+$/.test(rule)) return []
    return [{ section, rule, tests: namedTests(tests) }]
  })
}

const rows = readRows(readFileSync('docs/specification.md', 'utf8'))

describe('docs/specification.md', () => {
  test('has rules of all nine sections', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(
      Array.from({ length: 9 }, (_, index) => `§${index + 1}`),
    )
    expect(rows.length).toBeGreaterThan(200)
  })

  test('names a test for every rule', () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ rule }) => rule)).toEqual([])
  })

  test('names only tests that exist', () => {
    const named = rows.flatMap(({ tests }) => tests)
    const missing = named.filter((each) => !hasTest(each)).map(({ file, name }) => `${file} › ${name}`)
    expect(missing).toEqual([])
  })

  test('has every rule once', () => {
    const rules = rows.map(({ section, rule }) => `${section} ${rule}`)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })
})

describe('a row', () => {
  const own = 'tests/docs/specification.test.ts'

  test('is parsed with its section and tests', () => {
    const markdown =
      '## §9 Limits\n\n| rule | test |\n| --- | --- |\n| Ten minutes | `a.test.ts › one > two`<br>`b.test.ts › three` |'
    expect(readRows(markdown)).toEqual([
      {
        section: '§9',
        rule: 'Ten minutes',
        tests: [
          { file: 'a.test.ts', name: 'one > two' },
          { file: 'b.test.ts', name: 'three' },
        ],
      },
    ])
  })

  test('without a test has no tests', () => {
    expect(readRows('| Ten minutes | |')).toMatchObject([{ tests: [] }])
  })

  test.each([
    [own, 'a row > of a made-up name'],
    [own, 'of a made-up name'],
    ['tests/docs/no-such.test.ts', 'docs/specification.md > has every rule once'],
    ['docs/specification.md', 'docs/specification.md > has every rule once'],
  ])('names no test with %s › %s', (file, name) => {
    expect(hasTest({ file, name })).toBe(false)
  })

  test('names an existing test', () => {
    expect(hasTest({ file: own, name: 'docs/specification.md > has every rule once' })).toBe(true)
  })
})

describe('names of tests', () => {
  const namesOf = (source: string): string[] => [...readTestNames(source)]

  test('include those of enclosing blocks', () => {
    const source = `describe('a', () => { describe("b", () => { it('c', () => {}) }); test('d', () => {}) }); it('e', () => {})`
    expect(namesOf(source)).toEqual(['a > b > c', 'a > d', 'e'])
  })

  test('of cases are the title, and one per case with literals', () => {
    expect(namesOf(`test.each([['x', 1], [y, 2]])('%s is %i', () => {})`)).toEqual(['%s is %i', 'x is 1'])
    expect(namesOf(`test.each([1, 2] as const)('no. %i', () => {})`)).toEqual(['no. %i', 'no. 1', 'no. 2'])
    expect(namesOf(`describe.each(['a'])('%s', () => { it('b', () => {}) })`)).toEqual(['%s > b', 'a > b'])
  })

  test('of cases use the file’s constants', () => {
    const source = `const PATH = '/login'; test.each([[PATH, 1], [\`\${PATH}/x\`, 2], [other, 3]])('%s', () => {})`
    expect(namesOf(source)).toEqual(['%s', '/login', '/login/x'])
  })

  test('of Playwright tests have the same form', () => {
    const source = `test.describe('a', () => { test.skip(!isOpen, 'why'); test('b', async ({ page }) => {}) })`
    expect(namesOf(source)).toEqual(['a > b'])
  })

  test('don’t include the mark of the full run', () => {
    const source = `test('a @full', () => {}); test(\`b\${fullUnless(width === 320)}\`, () => {}); describe('c @full', () => { it('d', () => {}) })`
    expect(namesOf(source)).toEqual(['a', 'b', 'c > d'])
  })

  test('are not found in comments, strings or bodies', () => {
    expect(namesOf(`// test('a', () => {})\nconst text = "it('b', () => {})"`)).toEqual([])
    expect(namesOf(`test('a', () => { expect('c').toBe('d') })`)).toEqual(['a'])
  })
})
