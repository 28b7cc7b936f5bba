import { generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from '#model/sales/door/base32.ts'
import {
  formatToken,
  parseToken,
  bytesToSign,
  encodeToken,
  type TokenContent,
} from '#model/sales/door/tokens.ts'

const KEYS = generateKeyPairSync('ed25519')
const EVENT = '0f5dd253-98a0-83d1-a309-ffb649c729c6'
const contents = fc.record<TokenContent>({
  keyNumber: fc.nat(255),
  ticketId: fc.uuid(),
  generation: fc.nat(65_535),
  issuedAtSeconds: fc.nat(0xff_ff_ff_ff),
  typePrefix: fc.uuid().map((id) => id.slice(0, 8)),
})

const signToken = (content: TokenContent): string => {
  const bytes = encodeToken(content)
  return formatToken(bytes, sign(null, bytesToSign(bytes, EVENT), KEYS.privateKey))
}

test('base 32 is read back, in upper and lower case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(fromBase32(toBase32(bytes))).toEqual(bytes)
      expect(fromBase32(toBase32(bytes).toLowerCase())).toEqual(bytes)
    }),
  )
  expect(fromBase32('0U')).toBeUndefined()
})

test('a token is read back with a valid signature for its event only', () => {
  fc.assert(
    fc.property(contents, fc.uuid(), (content, otherEvent) => {
      const token = parseToken(signToken(content))
      expect(token).toMatchObject(content)
      if (!token) return
      const isSignedFor = (eventId: string): boolean =>
        verify(null, bytesToSign(token.contentBytes, eventId), KEYS.publicKey, token.signature)
      expect(isSignedFor(EVENT)).toBe(true)
      expect(isSignedFor(otherEvent)).toBe(otherEvent === EVENT)
    }),
    { numRuns: 50 },
  )
})

test('a changed character breaks the signature or the format', () => {
  fc.assert(
    fc.property(contents, fc.nat(147), fc.integer({ min: 1, max: 31 }), (content, at, by) => {
      const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      const text = signToken(content)
      const other = digits[(digits.indexOf(text[at] ?? '') + by) % 32] ?? ''
      const token = parseToken(text.slice(0, at) + other + text.slice(at + 1))
      expect(
        token && verify(null, bytesToSign(token.contentBytes, EVENT), KEYS.publicKey, token.signature),
      ).not.toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('149 characters of the QR code’s alphanumeric mode', () => {
  fc.assert(
    fc.property(contents, (content) => {
      expect(signToken(content)).toMatch(/^2[0-9A-Z]{148}$/)
    }),
    { numRuns: 20 },
  )
})

test.each(['', '2', '1.abc.def', `2${'0'.repeat(148)}`, `3${'0'.repeat(148)}`, `2${'U'.repeat(148)}`])(
  '%s is no token',
  (text) => {
    expect(parseToken(text)).toBeUndefined()
  },
)
