import { expect, test } from 'vitest'
import { importsOf } from '../../scripts/import-graph.ts'

const importsIn = (code: string): string[] =>
  importsOf('src/stores/shop/cart.ts', code).map(
    ({ path, isDynamic, isType }) => path + (isDynamic ? ' dynamic' : '') + (isType ? ' type' : ''),
  )

test.each([
  [`import { call } from '#browser/platform/api.ts'`, ['src/browser/platform/api.ts']],
  [`import {\n  a,\n  type B,\n} from './quote.ts'`, ['src/stores/shop/quote.ts']],
  [`import type { A } from './quote.ts'`, ['src/stores/shop/quote.ts type']],
  [`import '#styles/shop/cart.css'`, ['src/styles/shop/cart.css']],
  [`import address from '#styles/shop/event.css?url'`, ['src/styles/shop/event.css']],
  [`export { a } from './quote.ts'`, ['src/stores/shop/quote.ts']],
  [`export type { A } from './quote.ts'`, ['src/stores/shop/quote.ts type']],
  [`const { a } = await import('./quote.ts')`, ['src/stores/shop/quote.ts dynamic']],
  [`  import '#elements/shop/cart-badge.ts'`, ['src/elements/shop/cart-badge.ts']],
  [`import { atom } from 'nanostores'\nimport { a } from './quote.ts'`, ['src/stores/shop/quote.ts']],
  [`export const a = 1\n\nimport { b } from './quote.ts'`, ['src/stores/shop/quote.ts']],
])('%j', (code, expected) => {
  expect(importsIn(code)).toEqual(expected)
})
