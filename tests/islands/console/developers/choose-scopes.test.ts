import { expect, it } from 'vitest'
import { completeScopes } from '#islands/console/developers/scope-labels.ts'

it('selecting a write scope selects its read scope', () => {
  expect(completeScopes(['reports:read'], ['reports:read', 'orders:write'])).toEqual([
    'orders:read',
    'orders:write',
    'reports:read',
  ])
})

it('deselecting a read scope deselects its write scope', () => {
  expect(completeScopes(['orders:read', 'orders:write'], ['orders:write'])).toEqual([])
})

it('deselecting a write scope keeps its read scope', () => {
  expect(completeScopes(['orders:read', 'orders:write'], ['orders:read'])).toEqual(['orders:read'])
})
