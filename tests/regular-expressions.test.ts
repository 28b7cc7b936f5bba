import { check } from 'recheck'
import { expect, test } from 'vitest'
import { readExpressions } from '#tests/support/regular-expressions.ts'

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

test('every regular expression of the product takes linear time', async () => {
  const expressions = readExpressions()
  expect(expressions.length).toBeGreaterThan(200)
  const slow: string[] = []
  // Sequential, because each check has a time limit.
  for (const { source, flags, files } of expressions.filter(({ source: text }) => mayBeSlow(text))) {
    const why = await whyNotLinear(source, flags)
    if (why !== undefined) slow.push(`/${source}/${flags} is ${why}: ${files.join(', ')}`)
  }
  expect(slow).toEqual([])
})
