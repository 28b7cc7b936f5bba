import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../../scripts/import-graph.ts'
import { planChunks } from '../../scripts/plan-chunks.ts'

const { chunkOf, onDemand } = planChunks()
const CHUNKS = [...new Set(chunkOf.values())]

test('chunks are in the order in which visitors need them', () => {
  expect(CHUNKS.slice(0, 4)).toEqual(['page', 'shop', 'data', 'cart'])
  expect(CHUNKS.slice(-4)).toEqual(['checkout', 'portal', 'door', 'console'])
  expect([...onDemand].toSorted()).toEqual(['late', 'tracking'])
})

test('every file exists, and every island of an area with a chunk is in one', () => {
  expect([...chunkOf.keys()].filter((path) => !existsSync(path))).toEqual([])
  const islands = globSync('src/islands/{account,checkout,portal,console}/**/*.tsx')
  expect(islands.length).toBeGreaterThan(100)
  expect(islands.filter((path) => !chunkOf.has(path))).toEqual([])
})

test('no chunk needs a later one', () => {
  const indexOf = (path: string): number => CHUNKS.indexOf(chunkOf.get(path) ?? '')
  const later = [...chunkOf.keys()].flatMap((path) =>
    importsOf(path)
      .filter((each) => !each.isType && !each.isDynamic && indexOf(each.path) > indexOf(path))
      .map((each) => `${path} needs ${each.path}`),
  )
  expect(later).toEqual([])
})

const filesOf = (...chunks: string[]): string[] =>
  [...chunkOf].filter(([, chunk]) => chunks.includes(chunk)).map(([path]) => path)

test('the first “add to cart” loads code of the platform and the shop only, without React and Zod', () => {
  const first = filesOf('page', 'shop')
  expect(first).toContain('src/stores/shop/cart.ts')
  expect(first).toContain('src/elements/shop/cart-panel.ts')
  expect(first.filter((path) => /\/(account|checkout|portal|console)\//.test(path))).toEqual([])
  expect(first.filter((path) => /^src\/(islands|ui)\//.test(path))).toEqual([])
  expect(
    first.filter((path) => /^import (?!type).* from '(zod|react)/m.test(readFileSync(path, 'utf8'))),
  ).toEqual([])
})

test('the cart’s drawer loads code of the platform and the shop only', () => {
  const drawer = filesOf('data', 'cart')
  expect(drawer).toContain('src/islands/shop/CartDrawer.tsx')
  expect(drawer).toContain('src/stores/shop/promo.ts')
  expect(drawer.filter((path) => /\/(account|checkout|portal|console)\//.test(path))).toEqual([])
})

test('elements load no React', () => {
  const elements = filesOf('page', 'shop', 'data', 'platform', 'elements')
  expect(elements.filter((path) => path.endsWith('.tsx'))).toEqual([])
})
