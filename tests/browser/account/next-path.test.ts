import { expect, it } from 'vitest'
import { readNextPath } from '#browser/account/next-path.ts'

const next = (address: string): string => readNextPath(`?next=${encodeURIComponent(address)}`, '/account')

it.each(['/', '/checkout', '/account/orders?page=2', '/orders/1#tickets', '/events/a%20b'])(
  'continues to %s',
  (path) => {
    expect(next(path)).toBe(path)
  },
)

it.each([
  '',
  'checkout',
  'https://elsewhere.example/',
  '//elsewhere.example',
  '///elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  ' //elsewhere.example',
  'javascript:alert(1)',
  '/%0a\u0000',
  '/a b',
])('refuses %j', (address) => {
  expect(next(address)).toBe('/account')
})

it('doesn’t return to sign-in pages', () => {
  expect(next('/login?next=/login')).toBe('/account')
  expect(next('/register')).toBe('/account')
})

it('falls back to the given path', () => {
  expect(readNextPath('', '/account')).toBe('/account')
})
