import { gridValue, mix } from './noise.ts'

/** Colour in linear light: red, green, blue; 1 is white. */
export type Light = readonly [red: number, green: number, blue: number]

/** Coordinates in image heights: x from 0 to `aspect`, y from 0 (top) to 1. */
export interface Point {
  x: number
  y: number
}

/** Coverage of each pixel, from 0 to 1. */
export class Mask {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.values = new Float32Array(width * height)
  }

  at(column: number, row: number): number {
    const x = Math.min(this.width - 1, Math.max(0, column))
    const y = Math.min(this.height - 1, Math.max(0, row))
    return this.values[y * this.width + x] ?? 0
  }

  /** Adds a shape by its signed distance (negative inside), within a box around it. */
  add(box: { from: Point; to: Point }, distance: (at: Point) => number, softness = 0.0012): void {
    const { height, width } = this
    const clamp = (value: number, most: number): number =>
      Math.min(most, Math.max(0, Math.round(value * height)))
    const [left, right] = [clamp(box.from.x, width), clamp(box.to.x, width)]
    const [top, bottom] = [clamp(box.from.y, height), clamp(box.to.y, height)]
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) {
        const away = distance({ x: (column + 0.5) / height, y: (row + 0.5) / height })
        const covered = Math.min(1, Math.max(0, 0.5 - away / (2 * softness)))
        const index = row * width + column
        this.values[index] = Math.max(this.values[index] ?? 0, covered)
      }
  }

  /** Returns a blurred copy; `radius` in image heights. */
  blurred(radius: number): Mask {
    const reach = Math.max(1, Math.round(radius * this.height))
    // Three box blurs approximate a Gaussian.
    return [1, 2, 3].reduce<Mask>((mask) => blurOnce(blurOnce(mask, reach, 'row'), reach, 'column'), this)
  }
}

function blurOnce(mask: Mask, reach: number, along: 'row' | 'column'): Mask {
  const { width, height } = mask
  const blurred = new Mask(width, height)
  const [lines, length] = along === 'row' ? [height, width] : [width, height]
  const read = (line: number, at: number): number => (along === 'row' ? mask.at(at, line) : mask.at(line, at))
  for (let line = 0; line < lines; line += 1) {
    let sum = 0
    for (let at = -reach; at <= reach; at += 1) sum += read(line, at)
    for (let at = 0; at < length; at += 1) {
      const index = along === 'row' ? line * width + at : at * width + line
      blurred.values[index] = sum / (2 * reach + 1)
      sum += read(line, at + reach + 1) - read(line, at - reach)
    }
  }
  return blurred
}

/** An image in linear light. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly aspect: number
  private readonly light: Float32Array
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.aspect = width / height
    this.light = new Float32Array(width * height * 3)
  }

  mask(): Mask {
    return new Mask(this.width, this.height)
  }

  at(column: number, row: number): Light {
    const x = Math.min(this.width - 1, Math.max(0, Math.round(column)))
    const y = Math.min(this.height - 1, Math.max(0, Math.round(row)))
    const index = (y * this.width + x) * 3
    return [this.light[index] ?? 0, this.light[index + 1] ?? 0, this.light[index + 2] ?? 0]
  }

  /** Maps each pixel from its previous value. */
  paint(light: (at: Point, before: Light, pixel: { column: number; row: number }) => Light): void {
    for (let row = 0; row < this.height; row += 1)
      for (let column = 0; column < this.width; column += 1) {
        const at = { x: (column + 0.5) / this.height, y: (row + 0.5) / this.height }
        this.light.set(light(at, this.at(column, row), { column, row }), (row * this.width + column) * 3)
      }
  }

  /** Converts to sRGB with filmic contrast, vignetting and grain; three bytes per pixel. */
  develop({ exposure = 1, grain = 0.02, seed = 1 } = {}): Buffer {
    const bytes = Buffer.alloc(this.width * this.height * 3)
    for (let row = 0; row < this.height; row += 1)
      for (let column = 0; column < this.width; column += 1) {
        const [u, v] = [column / this.width - 0.5, row / this.height - 0.5]
        const vignette = 1 - 0.85 * (u * u + v * v)
        // Grain is coarser than a pixel, so that it survives downscaling and compresses well.
        const speck =
          mix(gridValue(column >> 1, row >> 1, seed), gridValue(column, row, seed + 1), 0.35) - 0.5
        this.at(column, row).forEach((value, channel) => {
          const shown = encode(film(value * exposure * vignette)) + speck * grain
          bytes[(row * this.width + column) * 3 + channel] = Math.min(255, Math.max(0, shown * 255))
        })
      }
    return bytes
  }
}

/** Filmic tone mapping (Narkowicz's fit of ACES). */
const film = (value: number): number =>
  Math.min(1, (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14))

const encode = (value: number): number =>
  value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055

export const blend = (from: Light, to: Light, share: number): Light => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
]

export const lit = (before: Light, light: Light, strength: number): Light => [
  before[0] + light[0] * strength,
  before[1] + light[1] * strength,
  before[2] + light[2] * strength,
]

/** Interpolates between colour stops, ordered by position. */
export function gradient(stops: readonly (readonly [place: number, light: Light])[], place: number): Light {
  const after = stops.findIndex(([each]) => each >= place)
  const [upper, lower] = [stops[after], stops[after - 1]]
  if (!upper) return stops.at(-1)?.[1] ?? [0, 0, 0]
  if (!lower) return upper[1]
  return blend(lower[1], upper[1], (place - lower[0]) / (upper[0] - lower[0]))
}
