import { createHash } from 'node:crypto'
import { BASE32_ALPHABET } from '#model/sales/door/base32.ts'

const digest = (names: readonly string[]): Buffer => createHash('sha256').update(names.join('\n')).digest()

/** Derives a UUID (version 8) from names. The same names return the same id. */
export function deriveId(...names: string[]): string {
  const bytes = digest(names).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Derives a code of up to 32 characters from names, in the alphabet of order numbers and ticket codes. */
export const deriveCode = (length: number, ...names: string[]): string =>
  [...digest(names).subarray(0, length)]
    .map((byte) => BASE32_ALPHABET[byte % BASE32_ALPHABET.length])
    .join('')

/** Pseudo-random generator that returns the same numbers for the same seed. */
export interface SeededRandom {
  /** Returns a number ≥ 0 and < 1. */
  next: () => number
  pick: <T>(list: readonly T[]) => T
  happens: (share: number) => boolean
}

/** Mulberry32, whose 32 bits of state suffice for a few hundred orders. */
export function seededRandom(seed: string): SeededRandom {
  let state = digest([seed]).readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: (list) => {
      const [picked] = list.slice(Math.floor(next() * list.length))
      if (picked === undefined) throw new Error('The list to pick from is empty.')
      return picked
    },
    happens: (share) => next() < share,
  }
}
