import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { readExpressions, type Expression } from '#tests/support/regular-expressions.ts'
import { IS_FULL } from '#tests/support/sample.ts'

/** False for expressions without `*` and `+` and with at most one `{…}` after a single character: their steps are bounded. */
function mayBeSlow(source: string): boolean {
  const counts = source.replaceAll(/\\[pu]\{\w+\}/gi, 'x')
  return /[*+]|\)\{|\{.*\{/.test(counts)
}

/** Returns why an expression takes more than linear time; undefined otherwise. */
async function whyNotLinear(source: string, flags: string): Promise<string | undefined> {
  const found = await check(source, flags, { timeout: 60_000 })
  if (found.status === 'safe') return undefined
  return found.status === 'vulnerable' ? found.complexity.summary : found.error.kind
}

const literalOf = ({ source, flags }: Expression): string => `/${source}/${flags}`

test.each([
  [String.raw`\s*%\s*$`, '', '2nd degree polynomial'],
  [String.raw`<img [^>]*alt="([^"]*)"[^>]*>`, 'g', '3rd degree polynomial'],
  [String.raw`^(?:[\w-]|\\(?:[\da-f]{1,6}))+$`, 'i', 'exponential'],
])('/%s/%s is detected as slow', async (source, flags, why) => {
  expect(await whyNotLinear(source, flags)).toBe(why)
})

test.each([
  ['^[\\w-]{10,200}$', false],
  [String.raw`^[\p{L}\d-]{3,40}$`, false],
  ['^(a|ab){1,40}$', true],
  ['a{0,200}a{0,200}', true],
  ['a*', true],
])('/%s/ may be slow: %s', (source, isSo) => {
  expect(mayBeSlow(source)).toBe(isSo)
})

/** Expressions that the full run has proven: the sample proves only others. `npx vitest run tests/regular-expressions.test.ts -u` writes it. */
const PROVEN = join(import.meta.dirname, 'support/linear-expressions.txt')

const listSuspects = (): Expression[] => readExpressions().filter(({ source }) => mayBeSlow(source))

test('every regular expression of the product takes linear time', async () => {
  const suspects = listSuspects()
  expect(suspects.length).toBeGreaterThan(100)
  const proven = new Set(IS_FULL ? [] : readFileSync(PROVEN, 'utf8').split('\n'))
  const slow: string[] = []
  // Sequential, because each check has a time limit.
  for (const { source, flags, files } of suspects.filter((each) => !proven.has(literalOf(each)))) {
    const why = await whyNotLinear(source, flags)
    if (why !== undefined) slow.push(`/${source}/${flags} is ${why}: ${files.join(', ')}`)
  }
  expect(slow).toEqual([])
})

test('the list of proven expressions has all, and no others @full', async () => {
  const list = listSuspects().map(literalOf).toSorted().join('\n')
  await expect(`${list}\n`).toMatchFileSnapshot(PROVEN)
})
