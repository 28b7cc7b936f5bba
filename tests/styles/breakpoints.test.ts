import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Widths in px at which layouts change: phone, tablet, narrow and wide desktop. */
const BREAKPOINTS = [640, 960, 1200]
/** For what doesn't fit a narrow phone. A comment before the query says what. */
const NARROW = [360, 400]

const sources = globSync(['src/{styles,ui}/**/*.css', 'src/{components,layouts,pages}/**/*.astro'])
const queries = sources.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(/(?<comment>\*\/\s*)?@media[^{]*?\bwidth\b(?<condition>[^{]*)/g),
  ].map(({ groups }) => ({
    file,
    hasComment: groups?.['comment'] !== undefined,
    condition: groups?.['condition']?.trim() ?? '',
  })),
)

const widthsIn = (condition: string): number[] =>
  [...condition.matchAll(/\d+(?:\.\d+)?/g)].map(([text]) => Number(text))

test('layouts change at three widths only', () => {
  expect(queries.length).toBeGreaterThan(20)
  const others = queries.filter(({ condition, hasComment }) => {
    const allowed = hasComment ? [...BREAKPOINTS, ...NARROW] : BREAKPOINTS
    return !widthsIn(condition).every((width) => allowed.includes(width))
  })
  expect(others).toEqual([])
})

test('queries compare the width in px, with < and >=', () => {
  expect(queries.filter(({ condition }) => !/^(?:<|>=) \d+px\)(?: and .*)?$/.test(condition))).toEqual([])
})
