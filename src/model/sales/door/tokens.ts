import { fromBase32, toBase32 } from './base32.ts'

/**
 * Content of a ticket's QR code, version 2: the character `2`, then in base 32 (Crockford) 28 bytes and their Ed25519 signature.
 *
 *     byte 0      format, 2
 *     byte 1      number of the promoter's key
 *     bytes 2–17  ticket id
 *     bytes 18–19 generation
 *     bytes 20–23 time of issue, in seconds since 1970
 *     bytes 24–27 beginning of the ticket type's id
 *
 * The signature covers these bytes and the event's id. The code doesn't contain that id, so a device checks the signature with
 * the id of its own event. The code has 149 characters of QR's alphanumeric mode, which fit version 6 with medium error correction.
 */
export interface TokenContent {
  keyNumber: number
  ticketId: string
  generation: number
  issuedAtSeconds: number
  /** First hexadecimal digits of the ticket type's id. */
  typePrefix: string
}

export const TICKET_TYPE_PREFIX_LENGTH = 8

const FORMAT = 2
/** First character of a token. */
export const TOKEN_FORMAT = String(FORMAT)
const CONTENT_BYTES = 28
const SIGNATURE_BYTES = 64
export const TOKEN_LENGTH = 1 + Math.ceil(((CONTENT_BYTES + SIGNATURE_BYTES) * 8) / 5)

export interface SignedToken extends TokenContent {
  contentBytes: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

export function encodeToken({
  keyNumber,
  ticketId,
  generation,
  issuedAtSeconds,
  typePrefix,
}: TokenContent): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(CONTENT_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, FORMAT)
  view.setUint8(1, keyNumber)
  bytes.set(hexBytes(ticketId.replaceAll('-', '')), 2)
  view.setUint16(18, generation)
  view.setUint32(20, issuedAtSeconds)
  bytes.set(hexBytes(typePrefix), 24)
  return bytes
}

export function bytesToSign(contentBytes: Uint8Array, eventId: string): Uint8Array<ArrayBuffer> {
  const event = hexBytes(eventId.replaceAll('-', ''))
  const bytes = new Uint8Array(contentBytes.length + event.length)
  bytes.set(contentBytes)
  bytes.set(event, contentBytes.length)
  return bytes
}

export const formatToken = (contentBytes: Uint8Array, signature: Uint8Array): string =>
  FORMAT + toBase32(Uint8Array.of(...contentBytes, ...signature))

/** Parses a token. Undefined for text that isn't a token of this version. Doesn't check the signature. */
export function parseToken(text: string): SignedToken | undefined {
  if (text.length !== TOKEN_LENGTH || !text.startsWith(TOKEN_FORMAT)) return undefined
  const bytes = fromBase32(text.slice(1))
  if (!bytes || bytes[0] !== FORMAT) return undefined
  const contentBytes = Uint8Array.from(bytes.subarray(0, CONTENT_BYTES))
  const view = new DataView(contentBytes.buffer)
  return {
    keyNumber: view.getUint8(1),
    ticketId: toUuid(hexOf(contentBytes.subarray(2, 18))),
    generation: view.getUint16(18),
    issuedAtSeconds: view.getUint32(20),
    typePrefix: hexOf(contentBytes.subarray(24, 28)),
    contentBytes,
    signature: Uint8Array.from(bytes.subarray(CONTENT_BYTES, CONTENT_BYTES + SIGNATURE_BYTES)),
  }
}

const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const toUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
