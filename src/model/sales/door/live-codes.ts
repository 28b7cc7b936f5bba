import { parseToken, TOKEN_FORMAT, TOKEN_LENGTH, type SignedToken } from './tokens.ts'

/**
 * Content of a live QR code: a ticket's token (`tokens.ts`) that begins with `3` instead of `2`, followed by 8
 * digits, a time-based one-time password (RFC 6238, SHA-1). 157 characters, which fit version 7 of a QR code with
 * medium error correction.
 */
export interface LiveCode {
  token: SignedToken
  digits: string
}

export const LIVE_STEP_MS = 20_000
export const LIVE_DIGITS = 8
const LIVE_FORMAT = '3'

/** Returns the constant part of a live code. */
export const livePrefix = (token: string): string => LIVE_FORMAT + token.slice(1)

/** Parses a live code. Undefined for other text. Doesn't check the signature and the digits. */
export function parseLiveCode(text: string): LiveCode | undefined {
  if (text.length !== TOKEN_LENGTH + LIVE_DIGITS || !text.startsWith(LIVE_FORMAT)) return undefined
  const [content, digits] = [text.slice(1, TOKEN_LENGTH), text.slice(TOKEN_LENGTH)]
  const token = /^\d+$/.test(digits) ? parseToken(TOKEN_FORMAT + content) : undefined
  return token && { token, digits }
}

const SECRET_BYTES = 20

/**
 * Derives the secret of one generation of a ticket from its event's key. The server and the devices at the door
 * derive the same secret.
 */
export async function deriveLiveSecret(
  eventKey: Uint8Array<ArrayBuffer>,
  { ticketId, generation }: { ticketId: string; generation: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const name = new TextEncoder().encode(`live code ${ticketId} ${generation}`)
  return (await hmac('SHA-256', eventKey, name)).slice(0, SECRET_BYTES)
}

/** Returns the digits of a step of 20 seconds since 1970. */
export async function liveDigits(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = await hmac('SHA-1', secret, new Uint8Array(counter.buffer))
  const view = new DataView(mac.buffer)
  // The last four bits say which 31 bits are used (RFC 4226, section 5.3).
  const number = view.getUint32(view.getUint8(mac.length - 1) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** LIVE_DIGITS).padStart(LIVE_DIGITS, '0')
}

export const liveStepAt = (ms: number): number => Math.floor(ms / LIVE_STEP_MS)

/** True when the digits are those of the current step, or of the step before or after it, because clocks differ. */
export async function isLiveNow(
  eventKey: Uint8Array<ArrayBuffer>,
  { token, digits }: LiveCode,
  nowMs: number,
): Promise<boolean> {
  const secret = await deriveLiveSecret(eventKey, token)
  const step = liveStepAt(nowMs)
  const right = await Promise.all([step - 1, step, step + 1].map((each) => liveDigits(secret, each)))
  return right.includes(digits)
}

async function hmac(
  hash: 'SHA-1' | 'SHA-256',
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, content))
}
