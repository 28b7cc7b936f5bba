import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PRODUCT = [
  'astro',
  '@astrojs/node',
  '@astrojs/react',
  'react',
  'react-dom',
  'nanostores',
  '@nanostores/react',
  '@nanostores/persistent',
  'ofetch',
  'zod',
]
const TESTS = ['vitest', '@testing-library/react', 'playwright']

function importedBy(...patterns: string[]): Set<string> {
  const sources = globSync(patterns).map((file) => readFileSync(file, 'utf8'))
  const statements = sources.flatMap((source) => [
    ...source.matchAll(/^import (?!type )(?:[^'"]*? from )?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm),
  ])
  return new Set(
    statements.map(([, fixed, dynamic]) => {
      const [first = '', second = ''] = (fixed ?? dynamic ?? '').split('/')
      return first.startsWith('@') ? `${first}/${second}` : first
    }),
  )
}

const product = importedBy('src/**/*.{ts,tsx,astro}', 'astro.config.mjs')
const tests = importedBy('tests/**/*.{ts,tsx}', 'e2e/**/*.ts')

test.each(PRODUCT)('the product imports %s', (name) => {
  expect(product).toContain(name)
})

test.each(TESTS)('tests import %s', (name) => {
  expect(tests).toContain(name)
})

test('build dependencies are production dependencies', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const missing = [...product, ...importedBy('scripts/{start,build-if-needed}.ts')].filter(
    (name) => !/^(?:#|\.|node:|astro:)/.test(name) && !(name in dependencies),
  )
  expect(missing).toEqual([])
})
