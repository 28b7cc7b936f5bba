import { blend, gradient, lit, type Canvas, type Light, type Mask, type Point } from './canvas.ts'
import { bell, fractal, gridValue, mix, noise, sequence, step } from './noise.ts'
import { addCrowd, addLimb } from './people.ts'

const star = ({ x, y }: Point, seed: number): number => {
  const [column, row] = [Math.floor(x * 240), Math.floor(y * 240)]
  const value = gridValue(column, row, seed)
  if (value < 0.985) return 0
  const [u, v] = [x * 240 - column - 0.5, y * 240 - row - 0.5]
  return bell(Math.hypot(u, v), 0.22) * ((value - 0.985) / 0.015) ** 3
}

interface Ribbon {
  y: number
  sway: number
  height: number
  strength: number
  seed: number
}

/** Aurora curtain along a winding line: bright and green at the bottom, fading to violet above. */
function ribbonLight({ y, sway, height, strength, seed }: Ribbon, at: Point): Light {
  const bend = fractal(at.x * 1.35 + seed, 0.5, { seed, octaves: 3 }) - 0.5
  const foot = y + bend * sway + 0.018 * Math.sin(at.x * 21 + seed)
  const above = foot - at.y
  const rays =
    0.35 + 0.9 * noise(at.x * 46 + above * 2, 0.5, seed + 7) * noise(at.x * 13, above * 1.5, seed + 9) * 1.7
  const rise = above > 0 ? Math.exp(-above / height) : bell(above, 0.017)
  const patch = 0.25 + 1.3 * step(0.3, 0.75, fractal(at.x * 1.9, 3.1, { seed: seed + 13, octaves: 2 }))
  const light = strength * rise * rays * patch
  const violet = step(0.05, 0.32, above)
  return [light * mix(0.09, 0.42, violet), light * mix(0.95, 0.16, violet), light * mix(0.42, 0.62, violet)]
}

const RIBBONS: readonly Ribbon[] = [
  { y: 0.5, sway: 0.44, height: 0.15, strength: 0.95, seed: 3 },
  { y: 0.42, sway: 0.56, height: 0.2, strength: 0.5, seed: 19 },
  { y: 0.55, sway: 0.2, height: 0.09, strength: 0.35, seed: 41 },
]

function nightSky(at: Point): Light {
  const base = gradient(
    [
      [0, [0.004, 0.008, 0.03]],
      [0.45, [0.008, 0.028, 0.06]],
      [0.68, [0.02, 0.075, 0.09]],
    ],
    at.y,
  )
  const stars = lit(base, [0.9, 0.95, 1], star(at, 5) * 1.6)
  return RIBBONS.reduce<Light>((sum, ribbon) => lit(sum, ribbonLight(ribbon, at), 1), stars)
}

/** Trees along a shore, each a thin cone with ragged sides. */
function addSpruces(
  mask: Mask,
  aspect: number,
  { foot, tall, seed }: { foot: number; tall: number; seed: number },
) {
  const random = sequence(seed)
  for (let x = -0.02; x < aspect + 0.02; x += tall * (0.1 + random() * 0.2)) {
    const height = tall * (0.4 + random() * 0.6) * (0.55 + 0.7 * noise(x * 3, 1, seed))
    const trunk = { x, y: foot - height }
    mask.add(
      { from: { x: x - height * 0.3, y: trunk.y }, to: { x: x + height * 0.3, y: foot + 0.01 } },
      (at) => {
        const down = (at.y - trunk.y) / height
        const branch = Math.abs(((down * 13 + seed) % 1) - 0.15) * 0.06
        const ragged = 0.03 * noise(at.x * 300, at.y * 260, seed)
        return Math.abs(at.x - x) - height * (0.012 + down * 0.17 - branch - ragged * down)
      },
    )
  }
}

export function northernLights(canvas: Canvas): void {
  const shore = 0.7
  const ridge = (x: number): number =>
    shore -
    0.035 -
    0.17 * fractal(x * 2.1 + 4, 0.5, { seed: 17, octaves: 6 }) * step(0, 0.9, Math.abs(x - 0.55) + 0.25)
  canvas.paint((at) => {
    if (at.y > shore) return [0, 0, 0]
    const sky = nightSky(at)
    const inMountain = step(-0.0015, 0.0015, at.y - ridge(at.x))
    const snow = 0.012 + 0.035 * step(0.4, 0.65, fractal(at.x * 22, at.y * 36, { seed: 23, octaves: 5 }))
    const mountain = lit(
      [0.002, 0.006, 0.011],
      [0.3, 0.95, 0.8],
      snow * step(ridge(at.x) + 0.16, ridge(at.x), at.y),
    )
    return blend(sky, mountain, inMountain)
  })
  const trees = canvas.mask()
  addSpruces(trees, canvas.aspect, { foot: shore, tall: 0.085, seed: 29 })
  canvas.paint((_, before, { column, row }) => blend(before, [0.0015, 0.003, 0.005], trees.at(column, row)))
  mirror(canvas, { shore, tint: [0.62, 0.72, 0.8], ripple: 0.012 })
}

/** Reflection of everything above the shore in slightly moving water. */
function mirror(
  canvas: Canvas,
  { shore, tint, ripple }: { shore: number; tint: Light; ripple: number },
): void {
  canvas.paint((at, before, { column }) => {
    if (at.y <= shore) return before
    const below = at.y - shore
    const wave = (noise(at.x * 9, (below * 150) / (0.4 + below * 3), 61) - 0.5) * ripple * (0.3 + below * 6)
    const side = (noise(at.x * 24, below * 210, 67) - 0.5) * 0.01 * (0.2 + below * 3)
    // Three vertical samples, because calm water smears reflections vertically.
    const seen = [-1, 0, 1].map((each) =>
      canvas.at(
        column + side * canvas.height,
        (shore - below * 1.05 + wave + each * 0.006 * (1 + below * 4)) * canvas.height,
      ),
    )
    const mean = (channel: 0 | 1 | 2): number => seen.reduce((sum, each) => sum + each[channel], 0) / 3
    const edge = 0.5 + 0.5 * step(0, 0.02, below)
    return [mean(0) * tint[0] * edge, mean(1) * tint[1] * edge, mean(2) * tint[2] * edge]
  })
}

/** Layered hills in morning mist. */
export function mistyHills(canvas: Canvas): void {
  const sun = { x: canvas.aspect * 0.66, y: 0.29 }
  const sky = (at: Point): Light => {
    const base = gradient(
      [
        [0, [0.1, 0.13, 0.3]],
        [0.26, [0.5, 0.26, 0.28]],
        [0.52, [1, 0.5, 0.25]],
      ],
      at.y + 0.06 * (fractal(at.x * 2, at.y * 7, { seed: 91, octaves: 5 }) - 0.5),
    )
    const away = Math.hypot(at.x - sun.x, at.y - sun.y)
    return lit(
      lit(base, [1, 0.8, 0.55], bell(away, 0.3) * 0.5),
      [1, 0.93, 0.8],
      (1 - step(0.058, 0.064, away)) * 2,
    )
  }
  canvas.paint((at) => {
    let light = sky(at)
    for (let hill = 0; hill < 7; hill += 1) {
      const share = hill / 6
      const line =
        0.4 +
        share * 0.43 -
        (0.19 - share * 0.05) *
          fractal(at.x * (1.7 + hill * 0.5) + hill * 9, 0.5, { seed: hill + 5, octaves: 7 })
      const inHill = step(-0.0012, 0.0012, at.y - line)
      if (inHill === 0) continue
      const near = blend([0.62, 0.3, 0.25], [0.008, 0.012, 0.024], share ** 0.55)
      const mist = bell(at.y - line - 0.16, 0.1) * (1 - share) * 0.9
      light = blend(light, blend(near, [1, 0.5, 0.3], mist * 0.6), inHill)
    }
    return light
  })
}

/** Sunset over the sea, with people on the beach and a string of flags. */
export function festivalBySea(canvas: Canvas): void {
  const horizon = 0.56
  const sun = { x: canvas.aspect * 0.62, y: horizon - 0.075 }
  canvas.paint((at) => (at.y < horizon ? eveningSky(at, { sun, horizon }) : sea(at, { sun, horizon })))
  const rows = [
    { y: 0.77, head: 0.016, armsUp: 0.28, seed: 111 },
    { y: 0.83, head: 0.025, armsUp: 0.26, seed: 112 },
    { y: 0.93, head: 0.042, armsUp: 0.18, seed: 113 },
  ]
  for (const row of rows) {
    const mask = canvas.mask()
    addCrowd(mask, canvas.aspect, { ...row, spread: row.head })
    const soft = mask.blurred(row.head * 0.1)
    canvas.paint((at, before, { column, row: line }) => {
      const shift = Math.max(2, Math.round(row.head * 0.16 * canvas.height))
      const open = Math.max(0, soft.at(column, line + shift) - soft.at(column, line - shift)) ** 1.5
      const near = bell(at.x - sun.x, 0.7)
      return blend(
        before,
        lit([0.006, 0.004, 0.009], [1, 0.5, 0.2], open * 0.12 * near),
        mask.at(column, line),
      )
    })
  }
  addFlags(canvas)
}

function eveningSky(at: Point, { sun, horizon }: { sun: Point; horizon: number }): Light {
  const base = gradient(
    [
      [0, [0.05, 0.07, 0.24]],
      [0.45, [0.36, 0.14, 0.34]],
      [0.8, [1, 0.36, 0.2]],
      [1, [1.15, 0.66, 0.28]],
    ],
    at.y / horizon,
  )
  const streak = fractal(at.x * 1.6 + at.y, at.y * 9, { seed: 121, octaves: 6 })
  const cloud = step(0.5, 0.74, streak) * step(0.02, 0.3, horizon - at.y)
  const under = fractal(at.x * 1.6 + at.y, (at.y + 0.014) * 9, { seed: 121, octaves: 6 })
  const rim = Math.max(0, streak - under) * 9
  const away = Math.hypot(at.x - sun.x, (at.y - sun.y) * 1.05)
  const dark = blend(base, [0.2, 0.075, 0.16], cloud * 0.62)
  const glowing = lit(dark, [1, 0.45, 0.25], cloud * rim * (0.35 + bell(away, 0.5)))
  return lit(
    lit(glowing, [1, 0.55, 0.22], bell(away, 0.22) * 0.75),
    [1, 0.86, 0.6],
    (1 - step(0.04, 0.046, away)) * 3.4,
  )
}

function sea(at: Point, { sun, horizon }: { sun: Point; horizon: number }): Light {
  const below = at.y - horizon
  const depth = 0.06 / (below + 0.012)
  const wave =
    noise((at.x - 0.75) * depth * 6, depth * 60, 131) * 0.6 +
    noise((at.x - 0.75) * depth * 16, depth * 150, 133) * 0.4
  const base = blend([0.85, 0.34, 0.22], [0.05, 0.05, 0.13], step(0, 0.3, below))
  const path = bell(at.x - sun.x, 0.03 + below * 0.42)
  const glitter = step(0.52, 0.78, wave + path * 0.16)
  return lit(lit([0, 0, 0], base, 0.4 + wave * 0.75), [1, 0.62, 0.3], glitter * path * 2.1)
}

function addFlags(canvas: Canvas): void {
  const colors: Light[] = [
    [0.55, 0.03, 0.12],
    [0.6, 0.3, 0.03],
    [0.02, 0.18, 0.3],
    [0.5, 0.42, 0.3],
  ]
  const line = (x: number): number => {
    const share = x / canvas.aspect
    return 0.06 + 0.17 * 4 * share * (1 - share) + 0.02 * share
  }
  const cord = canvas.mask()
  const flags = colors.map(() => canvas.mask())
  for (let x = 0; x < canvas.aspect; x += 0.01)
    addLimb(cord, { x, y: line(x) }, { to: { x: x + 0.01, y: line(x + 0.01) }, thick: 0.0014, thin: 0.0014 })
  let count = 0
  for (let x = 0.03; x < canvas.aspect; x += 0.075) {
    const [top, tilt] = [line(x), 0.25 * (noise(x * 5, 2, 9) - 0.5)]
    flags[count % flags.length]?.add(
      { from: { x: x - 0.04, y: top }, to: { x: x + 0.04, y: top + 0.07 } },
      (at) => {
        const down = (at.y - top) / 0.06
        return Math.max(
          Math.abs(at.x - x - tilt * (at.y - top)) - 0.024 * (1 - down),
          -(at.y - top),
          at.y - top - 0.06,
        )
      },
    )
    count += 1
  }
  canvas.paint((_, before, { column, row }) =>
    flags.reduce<Light>(
      (light, flag, index) => blend(light, colors[index] ?? light, flag.at(column, row)),
      blend(before, [0.02, 0.015, 0.02], cord.at(column, row)),
    ),
  )
}
