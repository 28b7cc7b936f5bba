import { describe, expect, it } from 'vitest'
import { isLikelyStaff, type StaffSignals } from '#model/people/staff-hint.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SOON = NOW / 1000 + 60

const tokenOf = (claims: unknown): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

const check = (signals: Partial<StaffSignals>, claims: unknown = { exp: SOON }): boolean =>
  isLikelyStaff({ token: tokenOf(claims), isFlagged: false, customer: undefined, ...signals }, NOW)

describe('§6 staff is detected from any of', () => {
  it.each([
    ['the claim isStaff', { isStaff: true }],
    ['the claim staff', { staff: true }],
    ['the claim staff as the customer has it', { staff: { isStaff: true } }],
    ['a role', { roles: ['customer', 'staff'] }],
    ['the permission staff:access', { permissions: ['sales:track', 'staff:access'] }],
    ['a claim beside a name with letters of its own', { name: 'Zoë 東京', isStaff: true }],
  ])('%s', (_, claims) => {
    expect(check({}, { exp: SOON, ...claims })).toBe(true)
  })

  it.each<[string, Partial<StaffSignals>]>([
    ['the stored flag', { isFlagged: true }],
    ['a user role of staff', { customer: { role: 'staff' } }],
    ['the customer’s staff record', { customer: { staff: { isStaff: true, permissions: [] } } }],
    ['the server’s hint about the address', { customer: { staff: { isStaff: false, isHinted: true } } }],
  ])('%s', (_, signals) => {
    expect(check(signals)).toBe(true)
  })

  it.each<[string, Partial<StaffSignals>, unknown]>([
    ['a customer', { customer: { role: 'customer', staff: { isStaff: false } } }, { roles: ['customer'] }],
    [
      'claims that only look like it',
      {},
      { isStaff: 'true', staff: 1, roles: 'staff', permissions: ['staff'] },
    ],
    ['a customer of another shape', { customer: 'staff' }, {}],
    ['claims that are none', {}, null],
  ])('and from nothing else: %s', (_, signals, claims) => {
    expect(check(signals, claims)).toBe(false)
  })
})

describe('§6 token expiry is honoured', () => {
  it.each([
    ['a second before', SOON, true],
    ['at its time', NOW / 1000, false],
    ['after it', NOW / 1000 - 1, false],
  ])('%s', (_, exp, isStaff) => {
    expect(check({}, { exp, isStaff: true })).toBe(isStaff)
    expect(check({ isFlagged: true }, { exp })).toBe(isStaff)
  })

  it('without a token nobody is, whatever is stored', () => {
    expect(check({ token: undefined, isFlagged: true })).toBe(false)
  })

  it.each(['opaque', 'a.b.c', 'a.%%%.c'])('an unreadable token (%s) leaves other signals', (token) => {
    expect(check({ token })).toBe(false)
    expect(check({ token, isFlagged: true })).toBe(true)
  })
})
