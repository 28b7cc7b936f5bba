import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  deriveLiveSecret,
  isLiveNow,
  liveDigits,
  livePrefix,
  liveStepAt,
  LIVE_STEP_MS,
  parseLiveCode,
} from '#model/sales/door/live-codes.ts'
import { formatToken, parseToken, bytesToSign, encodeToken } from '#model/sales/door/tokens.ts'

const EVENT = '0f5dd253-98a0-83d1-a309-ffb649c729c6'
const TICKET = '5a9d6c9e-7b40-4f6e-9a1c-0d5b4f3a2e10'
const EVENT_KEY = new Uint8Array(32).fill(7)
const NOW = Date.parse('2026-12-04T20:00:00Z')
const bytes = encodeToken({
  keyNumber: 1,
  ticketId: TICKET,
  generation: 2,
  issuedAtSeconds: 1_800_000_000,
  typePrefix: '0a1b2c3d',
})
const TOKEN = formatToken(
  bytes,
  sign(null, bytesToSign(bytes, EVENT), generateKeyPairSync('ed25519').privateKey),
)
const codeAt = async (ms: number, generation = 2): Promise<string> => {
  const secret = await deriveLiveSecret(EVENT_KEY, { ticketId: TICKET, generation })
  return livePrefix(TOKEN) + (await liveDigits(secret, liveStepAt(ms)))
}

// RFC 6238, appendix B: SHA-1, with steps of 30 seconds.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the digits at %i seconds are those of RFC 6238', async (seconds, digits) => {
  const secret = new TextEncoder().encode('12345678901234567890')
  expect(await liveDigits(secret, Math.floor(seconds / 30))).toBe(digits)
})

describe('a live code', () => {
  it('is read as its token and digits', async () => {
    const code = await codeAt(NOW)
    expect(parseLiveCode(code)).toEqual({ token: parseToken(TOKEN), digits: code.slice(-8) })
    expect(code).toMatch(/^3[0-9A-Z]{148}\d{8}$/)
  })

  it.each([
    ['a token', TOKEN],
    ['a token with digits', `${TOKEN}12345678`],
    ['a code without its last digit', `${livePrefix(TOKEN)}1234567`],
    ['letters in place of digits', `${livePrefix(TOKEN)}1234567A`],
    ['a web address', 'https://example.com/3'],
  ])('isn’t %s', (_, text) => {
    expect(parseLiveCode(text)).toBeUndefined()
  })

  const isLive = async (code: string, atMs: number, key = EVENT_KEY): Promise<boolean> => {
    const read = parseLiveCode(code)
    return read !== undefined && isLiveNow(key, read, atMs)
  }

  it('is current for its step and the ones beside it, because clocks differ', async () => {
    const code = await codeAt(NOW)
    for (const steps of [-1, 0, 1]) expect(await isLive(code, NOW + steps * LIVE_STEP_MS)).toBe(true)
    for (const steps of [-2, 2, 3]) expect(await isLive(code, NOW + steps * LIVE_STEP_MS)).toBe(false)
  })

  it('is of one generation, and of one event’s key', async () => {
    expect(await isLive(await codeAt(NOW, 1), NOW)).toBe(false)
    expect(await isLive(await codeAt(NOW), NOW, new Uint8Array(32).fill(8))).toBe(false)
  })
})
