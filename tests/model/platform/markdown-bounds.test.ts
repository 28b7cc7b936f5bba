import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { micromark } from 'micromark'
import { describe, expect, test } from 'vitest'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'

const filled = (unit: string, length = 20_000): string => unit.repeat(Math.floor(length / unit.length))

/** Longest accepted repetition of the unit. */
function maxOf(unit: string): string {
  let [some, tooMany] = [0, Math.floor(20_000 / unit.length) + 1]
  while (tooMany - some > 1) {
    const middle = Math.floor((some + tooMany) / 2)
    if (markdownComplexityError(unit.repeat(middle)) === undefined) some = middle
    else tooMany = middle
  }
  return unit.repeat(some)
}

describe('Markdown that is too complex is refused', () => {
  test.each([
    '1. ',
    '_*_',
    '> ',
    '>',
    '- ',
    '>- ',
    '> 1. ',
    'a*_',
    '*_',
    '**a_ ',
    '[a](',
    '![',
    '[a]: b\n',
    '`a',
  ])('%j repeated', (unit) => {
    expect(markdownComplexityError(filled(unit))).toMatch(/\w/)
  })

  test('nested lists', () => {
    const list = Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
    expect(markdownComplexityError(`${list}\n\n${list}\n\n${list}\n\n${list}`)).toMatch(/\w/)
  })
})

describe('ordinary Markdown is accepted', () => {
  test.each([
    ['a programme', filled('- **20:00** [The hall](https://example.com/hall) with *Ada*\n', 6000)],
    [
      'prose',
      filled('The quick brown fox *jumps* over the **lazy** dog - and [reads](https://example.com).\n\n'),
    ],
    ['a list in a list in a quote', '> - one\n>   1. two\n>      - three\n\nText'],
    ['headings', filled('## A heading\n\nSome words under it, and some more.\n\n', 10_000)],
    ['a row of dashes', 'Above\n\n---\n\nBelow'],
    ['nothing', ''],
  ])('%s', (_, markdown) => {
    expect(markdownComplexityError(markdown)).toBeUndefined()
  })
})

/** Shortest of three durations, in milliseconds. */
const quickest = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now()
      work()
      return performance.now() - start
    }),
  )

test('accepted Markdown parses as fast as long plain text', () => {
  const plain = filled('The quick brown fox *jumps* over the **lazy** dog, [see](https://example.com).\n\n')
  const plainMs = Math.max(
    quickest(() => micromark(plain)),
    quickest(() => fromMarkdown(plain)),
  )
  const pieces =
    '*_|a*_|**a_ |[a](b)|[a][b]|![|`a|<a |&a;|\\|a|\n|\n\n|> |- |1. |# |a\n=\n|[a]: b\n|```\n|<div>\n|  '
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces.split('|')), { minLength: 1, maxLength: 5 }), (units) => {
      const text = maxOf(units.join(''))
      const ms = Math.max(
        quickest(() => micromark(text)),
        quickest(() => fromMarkdown(text)),
      )
      expect(ms).toBeLessThan(plainMs * 20)
    }),
    { numRuns: 20 },
  )
})
