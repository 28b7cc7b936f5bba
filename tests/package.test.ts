import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
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

/** Statements and calls that load a module, and files of a package that are resolved by name. */
const LOADED =
  /^(?:import|export) (?!type )(?:[^'"]*? from )?['"]([^'"]+)['"]|\b(?:import|require|resolve)\(['"]([^'"]+)['"]|^@import ['"]([^'"]+)['"]/gm

const importsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(LOADED)].flatMap(
    ([, statement, call, css]) => statement ?? call ?? css ?? [],
  )

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

const importedBy = (...patterns: string[]): Set<string> =>
  new Set(globSync(patterns).flatMap((file) => importsIn(file).map(packageOf)))

/** The files, and the scripts that they import. */
function withImportedScripts(files: string[]): Set<string> {
  const found = new Set(files)
  for (const file of found)
    for (const specifier of importsIn(file)) {
      const path = posix.join(posix.dirname(file), specifier)
      if (specifier.startsWith('.') && path.startsWith('scripts/')) found.add(path)
    }
  return found
}

const product = importedBy('src/**/*.{ts,tsx,astro,css}', 'astro.config.mjs')
const tests = importedBy('tests/**/*.{ts,tsx}', 'e2e/**/*.ts')

test.each(PRODUCT)('the product imports %s', (name) => {
  expect(product).toContain(name)
})

test.each(TESTS)('tests import %s', (name) => {
  expect(tests).toContain(name)
})

test('`npm ci --omit=dev` installs all packages of the build and of the start', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const scripts = withImportedScripts(['scripts/start.ts', 'scripts/build-if-needed.ts', 'astro.config.mjs'])
  expect([...scripts]).toContain('scripts/plan-chunks.ts')
  const missing = [...product, ...importedBy(...scripts)].filter(
    (name) => !/^(?:#|\.|node:|astro:|virtual:)/.test(name) && !(name in dependencies),
  )
  expect(missing).toEqual([])
})
