import { createHash } from 'node:crypto'
import { ALPHABET } from '#server/tickets/codes.ts'

const digest = (names: readonly string[]): Buffer => createHash('sha256').update(names.join('\n')).digest()

/** The same names give the same UUID on every machine (version 8: made by a rule of our own). */
export function idOf(...names: string[]): string {
  const bytes = digest(names).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A code of up to 32 characters out of the alphabet that order numbers and tickets use. */
export const codeOf = (length: number, ...names: string[]): string =>
  [...digest(names).subarray(0, length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Chance that always falls the same way for one seed. */
export interface Chance {
  /** From 0 up to, but not, 1. */
  next: () => number
  pick: <T>(list: readonly T[]) => T
  /** True in `share` of the cases. */
  happens: (share: number) => boolean
}

/** Mulberry32: 32 bits of state are plenty for a few hundred orders. */
export function chanceOf(seed: string): Chance {
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
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    happens: (share) => next() < share,
  }
}
