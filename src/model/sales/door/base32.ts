/**
 * Crockford's base 32. Has no letters that are confused when read aloud, and works with scanners that type on any keyboard
 * layout.
 */
export const BASE32_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const VALUES = new Map(Array.from(BASE32_ALPHABET, (digit, value) => [digit, value]))
const BITS = 5

/** Encodes 5 bits per character. The last character is padded with zero bits. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let waiting = 0
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte
    bits += 8
    while (bits >= BITS) {
      bits -= BITS
      text += BASE32_ALPHABET[(waiting >> bits) & 31]
    }
    waiting &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32_ALPHABET[(waiting << (BITS - bits)) & 31]
}

/** Decodes a text, ignoring case. Undefined for other characters. Bits that don't fill a byte are dropped. */
export function fromBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * BITS) / 8))
  let bits = 0
  let waiting = 0
  let at = 0
  for (const digit of text.toUpperCase()) {
    const value = VALUES.get(digit)
    if (value === undefined) return undefined
    waiting = (waiting << BITS) | value
    bits += BITS
    if (bits >= 8) {
      bits -= 8
      bytes[at] = waiting >> bits
      at += 1
      waiting &= (1 << bits) - 1
    }
  }
  return bytes
}
