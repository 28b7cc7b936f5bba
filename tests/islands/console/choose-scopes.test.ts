import { expect, it } from 'vitest'
import { completeScopes } from '#islands/console/developers/scope-words.ts'

it('a scope to write brings the one to read', () => {
  expect(completeScopes(['reports:read'], ['reports:read', 'orders:write'])).toEqual([
    'orders:read',
    'orders:write',
    'reports:read',
  ])
})

it('without the scope to read the one to write goes, too', () => {
  expect(completeScopes(['orders:read', 'orders:write'], ['orders:write'])).toEqual([])
})

it('without the scope to write the one to read stays', () => {
  expect(completeScopes(['orders:read', 'orders:write'], ['orders:read'])).toEqual(['orders:read'])
})
