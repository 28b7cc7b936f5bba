import { blend, lit, type Canvas, type Light, type Mask } from './canvas.ts'
import { noise } from './noise.ts'
import { addCrowd } from './people.ts'

interface Cover {
  dark: Light
  /** Rim light on the upper edges, and its strength. */
  rim: Light
  shine: number
  edge: number
  /** Amount of haze between the camera and the silhouette. */
  haze?: number
}

/** Draws a backlit silhouette: dark, with a rim light at the top. */
export function cover(canvas: Canvas, mask: Mask, { dark, rim, shine, edge, haze = 0 }: Cover): void {
  const soft = mask.blurred(edge)
  const shift = Math.round(edge * 1.6 * canvas.height)
  canvas.paint((at, before, { column, row }) => {
    const covered = mask.at(column, row)
    if (covered === 0) return before
    const open = Math.max(0, soft.at(column, row + shift) - soft.at(column, row - shift))
    const strength = open ** 1.5 * shine * (0.4 + noise(at.x * 9, at.y * 9, 2))
    return blend(
      before,
      lit(lit(dark, rim, haze * (0.4 + noise(at.x * 5, at.y * 14, 3))), rim, strength),
      covered,
    )
  })
}

interface Audience {
  rim: Light
  rows: readonly { y: number; head: number; armsUp: number; seed: number; haze: number }[]
}

export function paintAudience(canvas: Canvas, { rim, rows }: Audience): void {
  for (const { haze, ...row } of rows) {
    const mask = canvas.mask()
    addCrowd(mask, canvas.aspect, { ...row, spread: row.head * 1.1 })
    cover(canvas, mask, {
      dark: [0.0035, 0.003, 0.006],
      rim,
      edge: row.head * 0.11,
      shine: haze * 4 + 0.015,
      haze,
    })
  }
}
