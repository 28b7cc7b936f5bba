import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (files: string[]): string => files.map((file) => readFileSync(file, 'utf8')).join('\n')

const code = read(globSync('src/**/*.{ts,tsx,astro}'))
const names = new Set(code.match(/[\w-]+/g))
/** Starts of names that code completes: `skeleton-${size}`. */
const starts = [...code.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, start = '']) => start)

/** Classes in selectors: neither comments nor values. */
function classesIn(file: string): string[] {
  const css = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '')
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector)
  return [...selectors.join('\n').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
}

test('every class in a stylesheet is used', () => {
  const classes = globSync('src/{styles,ui}/**/*.css').flatMap(classesIn)
  expect(classes.length).toBeGreaterThan(500)
  const unused = classes.filter(
    // The library of the plots brings its own classes.
    (name) =>
      !name.startsWith('recharts-') && !names.has(name) && !starts.some((each) => name.startsWith(each)),
  )
  expect(unused).toEqual([])
})
