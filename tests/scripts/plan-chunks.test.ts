import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '../../scripts/import-graph.ts'
import { planChunks } from '../../scripts/plan-chunks.ts'

const { chunkOf, onDemand } = planChunks()
const CHUNKS = [...new Set(chunkOf.values())]

test('chunks are in the order in which visitors need them', () => {
  expect(CHUNKS.slice(0, 3).toSorted()).toEqual(['cart', 'page', 'shop'])
  expect(CHUNKS.slice(-4)).toEqual(['checkout', 'portal', 'door', 'console'])
  expect([...onDemand].toSorted()).toEqual(['late', 'tracking'])
})

test('every file exists, and every island of an area with a chunk is in one', () => {
  expect([...chunkOf.keys()].filter((path) => !existsSync(path))).toEqual([])
  const islands = globSync('src/islands/{account,checkout,portal,console}/**/*.tsx')
  expect(islands.length).toBeGreaterThan(100)
  expect(islands.filter((path) => !chunkOf.has(path))).toEqual([])
})

test('no chunk needs a later one; `shop` and `cart` are loaded together', () => {
  const indexOf = (path: string): number => CHUNKS.indexOf(chunkOf.get(path) ?? '')
  const firstTap = ['shop', 'cart'].map((name) => CHUNKS.indexOf(name))
  const later = [...chunkOf.keys()].flatMap((path) =>
    importsOf(path)
      .filter((each) => !each.isType && !each.isDynamic && indexOf(each.path) > indexOf(path))
      .filter((each) => !(firstTap.includes(indexOf(path)) && firstTap.includes(indexOf(each.path))))
      .map((each) => `${path} needs ${each.path}`),
  )
  expect(later).toEqual([])
})

test('the first interaction loads code of the platform and the shop only, without React where that is possible', () => {
  const filesOf = (...chunks: string[]): string[] =>
    [...chunkOf].filter(([, chunk]) => chunks.includes(chunk)).map(([path]) => path)
  const first = filesOf('page', 'shop', 'cart')
  expect(first).toContain('src/stores/shop/cart.ts')
  expect(first.filter((path) => /\/(account|checkout|portal|console)\//.test(path))).toEqual([])
  const withoutReact = filesOf('page', 'shop', 'platform', 'elements')
  expect(withoutReact.filter((path) => path.endsWith('.tsx'))).toEqual([])
})
