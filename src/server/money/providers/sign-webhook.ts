import { createHmac, timingSafeEqual } from 'node:crypto'

/** Maximum age of a signature, which limits replays of a recorded webhook. */
const TOLERANCE_MS = 5 * 60_000

const hmac = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * Returns a signature header in Stripe's format: `t=` with seconds, and one `v1=` per secret, so that secrets can be
 * rotated. `at`: time of signing in milliseconds.
 */
export function signBody(rawBody: string, signing: { secrets: readonly string[]; at: number }): string {
  const seconds = Math.floor(signing.at / 1000)
  const signatures = signing.secrets.map((secret) => `v1=${hmac(`${seconds}.${rawBody}`, secret)}`)
  return [`t=${seconds}`, ...signatures].join(',')
}

/** True if one of the secrets has signed exactly this body, at most five minutes ago. */
export function isSignatureValid(
  message: { rawBody: string; signature: string },
  expected: { secrets: readonly string[]; now: number },
): boolean {
  const parts = message.signature.split(',').map((part) => part.trim().split('='))
  const [seconds = ''] = valuesOf(parts, 't')
  if (!/^\d{1,12}$/.test(seconds)) return false
  if (Math.abs(expected.now - Number(seconds) * 1000) > TOLERANCE_MS) return false
  const given = valuesOf(parts, 'v1')
  return expected.secrets.some((secret) => {
    const right = Buffer.from(hmac(`${seconds}.${message.rawBody}`, secret))
    return given.some((each) => isEqual(Buffer.from(each), right))
  })
}

const valuesOf = (parts: readonly string[][], name: string): string[] =>
  parts.filter(([key]) => key === name).map(([, value]) => value ?? '')

const isEqual = (given: Buffer, right: Buffer): boolean =>
  given.length === right.length && timingSafeEqual(given, right)

/** Parses JSON. Returns undefined for invalid JSON, because a valid signature doesn't guarantee valid content. */
export function readJson(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody)
  } catch {
    return undefined
  }
}
