import { createHmac, timingSafeEqual } from 'node:crypto'

/** How old a signature may be: what was overheard can't be sent again tomorrow. */
const TOLERANCE_MS = 5 * 60_000

const hmac = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * A webhook's signature as Stripe writes it: `t=` seconds, and one `v1=` for each secret, so that a new one can be given
 * out before the old one is taken back. `at` is in milliseconds since the epoch.
 */
export function signBody(rawBody: string, signing: { secrets: readonly string[]; at: number }): string {
  const seconds = Math.floor(signing.at / 1000)
  const signatures = signing.secrets.map((secret) => `v1=${hmac(`${seconds}.${rawBody}`, secret)}`)
  return [`t=${seconds}`, ...signatures].join(',')
}

/** Whether one of our secrets signed these very bytes within the last five minutes, give or take. */
export function isSigned(
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

/** Undefined for what is no JSON: who knows the secret may still send nonsense. */
export function readJson(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody)
  } catch {
    return undefined
  }
}
