/** Pseudo-random numbers from 0 to 1; the same seed gives the same sequence (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Hash of an integer grid point, from 0 to 1. */
export function gridValue(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 1_274_126_177)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** Value noise: smooth between the points of the integer grid, from 0 to 1. */
export function noise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [smooth(x - left), smooth(y - top)]
  const upper = mix(gridValue(left, top, seed), gridValue(left + 1, top, seed), u)
  const lower = mix(gridValue(left, top + 1, seed), gridValue(left + 1, top + 1, seed), u)
  return mix(upper, lower, v)
}

/** Fractal noise: octaves of twice the frequency and half the strength each, from 0 to 1. */
export function fractal(x: number, y: number, { seed, octaves }: { seed: number; octaves: number }): number {
  let [sum, weight, frequency] = [0, 0.5, 1]
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(x * frequency, y * frequency, seed + octave)
    weight /= 2
    frequency *= 2
  }
  return sum / (1 - 2 ** -octaves)
}

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

const smooth = (share: number): number => share * share * (3 - 2 * share)

/** 0 below `from`, 1 above `to`, smooth between. */
export const step = (from: number, to: number, value: number): number =>
  smooth(Math.min(1, Math.max(0, (value - from) / (to - from))))

/** Gaussian with height 1 around 0. */
export const bell = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2))
