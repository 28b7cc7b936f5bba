import { blend, lit, type Canvas, type Light } from './canvas.ts'
import { bell, fractal, sequence, step } from './noise.ts'
import { paintAudience } from './silhouettes.ts'

/** Strings of bulbs over a market, all but the nearest out of focus. */
export function stringLights(canvas: Canvas): void {
  const random = sequence(77)
  const bulbs = [0.05, 0.17, 0.27, 0.35].flatMap((height, line) =>
    Array.from({ length: 9 + line * 3 }, (_, index) => {
      const share = (index + (random() - 0.5) * 0.3) / (8 + line * 3)
      const sag = 4 * share * (1 - share) * (0.15 - line * 0.03)
      return {
        x: canvas.aspect * (-0.05 + 1.1 * share),
        y: height + sag + (share - 0.5) * (line % 2 === 0 ? 0.12 : -0.08),
        radius: [0.03, 0.02, 0.014, 0.01][line] ?? 0.01,
        light: [0.55, 1.1, 1.6, 1.4][line] ?? 1,
      }
    }),
  )
  const far = Array.from({ length: 130 }, () => ({
    x: random() * canvas.aspect,
    y: 0.42 + (random() + random()) * 0.16,
    radius: 0.006 + random() ** 2 * 0.05,
    light: 0.06 + random() ** 2 * 0.5,
    tint: random(),
  }))
  canvas.paint((at) => {
    const dusk = blend([0.012, 0.022, 0.06], [0.1, 0.035, 0.02], step(0.1, 0.75, at.y))
    const warm = bell(at.y - 0.6, 0.2) * (0.3 + 0.5 * fractal(at.x * 4, at.y * 5, { seed: 4, octaves: 4 }))
    let light = lit(dusk, [0.9, 0.36, 0.1], warm * 0.28)
    for (const each of far)
      light = lit(
        light,
        lampColor(each.tint),
        disc(Math.hypot(at.x - each.x, at.y - each.y), each.radius) * each.light,
      )
    for (const bulb of bulbs) {
      const away = Math.hypot(at.x - bulb.x, at.y - bulb.y)
      light = lit(
        light,
        [1, 0.6, 0.24],
        disc(away, bulb.radius) * bulb.light + bell(away, bulb.radius * 3.2) * 0.07,
      )
    }
    return light
  })
  paintAudience(canvas, {
    rim: [1, 0.5, 0.18],
    rows: [
      { y: 0.77, head: 0.02, armsUp: 0, seed: 51, haze: 0.02 },
      { y: 0.84, head: 0.032, armsUp: 0.02, seed: 52, haze: 0.006 },
      { y: 0.95, head: 0.052, armsUp: 0.03, seed: 53, haze: 0 },
    ],
  })
}

const lampColor = (tint: number): Light =>
  tint < 0.6 ? [1, 0.55, 0.2] : tint < 0.8 ? [1, 0.28, 0.14] : tint < 0.92 ? [0.3, 0.75, 0.8] : [1, 0.85, 0.6]

/** Bokeh disc of an out-of-focus light: even, with a brighter edge. */
const disc = (away: number, radius: number): number =>
  (1 - step(radius * 0.9, radius, away)) * (0.55 + 0.45 * (away / radius) ** 4)
