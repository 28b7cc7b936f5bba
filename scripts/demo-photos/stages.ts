import { lit, type Canvas, type Light, type Mask, type Point } from './canvas.ts'
import { bell, fractal, gridValue, noise, sequence, step } from './noise.ts'
import { addLimb, addMicrophone, addOval, addPlayer } from './people.ts'
import { cover, paintAudience } from './silhouettes.ts'

interface Beam {
  from: Point
  /** Radians from straight down; positive is to the right. */
  angle: number
  light: Light
  strength: number
  width: number
}

interface Stage {
  seed: number
  glow: Light
  beams: readonly Beam[]
  floor: number
  players: (mask: Mask) => void
}

/** A row of lamps above a stage, fanned out. */
function fan(
  lamps: number,
  { aspect, y, lights, seed }: { aspect: number; y: number; lights: readonly Light[]; seed: number },
): Beam[] {
  const random = sequence(seed)
  return Array.from({ length: lamps }, (_, index) => {
    const share = lamps === 1 ? 0.5 : index / (lamps - 1)
    return {
      from: { x: aspect * (0.08 + 0.84 * share), y: y + (random() - 0.5) * 0.015 },
      angle: (share - 0.5) * -1.1 + (random() - 0.5) * 0.7,
      light: lights[index % lights.length] ?? [1, 1, 1],
      strength: 0.55 + random() * 0.6,
      width: 0.05 + random() * 0.035,
    }
  })
}

function beamLight(beam: Beam, at: Point): number {
  const [dx, dy] = [at.x - beam.from.x, at.y - beam.from.y]
  const [sine, cosine] = [Math.sin(beam.angle), Math.cos(beam.angle)]
  const along = dx * sine + dy * cosine
  if (along <= 0) return 0
  const across = dx * cosine - dy * sine
  return (bell(across, 0.006 + along * beam.width) / (1 + along * 3.2)) * (1 - step(0.7, 1.4, along))
}

function lampLight(beam: Beam, at: Point): number {
  const [dx, dy] = [at.x - beam.from.x, at.y - beam.from.y]
  const away = Math.hypot(dx, dy)
  const streak = bell(dy, 0.0018) * bell(dx, 0.09) * 0.9
  return bell(away, 0.011) * 14 + bell(away, 0.035) * 1.1 + bell(away, 0.12) * 0.16 + streak
}

function paintStage(canvas: Canvas, { seed, glow, beams, floor, players }: Stage): void {
  canvas.paint((at) => {
    const haze = 0.12 + 1.9 * fractal(at.x * 2.6, at.y * 4, { seed, octaves: 6 }) ** 2.2
    const ambient = bell(at.y - floor + 0.04, 0.26) * 0.2 + 0.006
    const start = lit([0, 0, 0], glow, ambient * haze)
    return beams.reduce<Light>(
      (sum, beam) =>
        lit(sum, beam.light, beam.strength * (beamLight(beam, at) * haze * 1.25 + lampLight(beam, at))),
      start,
    )
  })
  const figures = canvas.mask()
  players(figures)
  figures.add({ from: { x: 0, y: floor }, to: { x: canvas.aspect, y: 1 } }, ({ y }) => floor - y)
  cover(canvas, figures, {
    dark: lit([0.003, 0.003, 0.005], glow, 0.004),
    rim: glow,
    edge: 0.003,
    shine: 0.3,
  })
}

/** A club at night: beams in violet and magenta over raised hands. */
export function clubNight(canvas: Canvas): void {
  const [magenta, violet, cold]: Light[] = [
    [1, 0.06, 0.42],
    [0.34, 0.1, 1],
    [0.22, 0.5, 1],
  ]
  const lights = [magenta, violet, magenta, cold, violet].filter((each) => each !== undefined)
  paintStage(canvas, {
    seed: 11,
    glow: [0.75, 0.06, 0.55],
    beams: [
      ...fan(9, { aspect: canvas.aspect, y: 0.09, lights, seed: 5 }),
      ...fan(4, { aspect: canvas.aspect, y: 0.3, lights: lights.toReversed(), seed: 9 }),
    ],
    floor: 0.73,
    players: (mask) => {
      const table = { x: canvas.aspect * 0.5, y: 0.66 }
      addPlayer(mask, { x: table.x, y: 0.76 }, { tall: 0.25, lean: 0.03 })
      mask.add({ from: { x: table.x - 0.2, y: table.y }, to: { x: table.x + 0.2, y: 0.76 } }, (at) =>
        Math.max(Math.abs(at.x - table.x) - 0.17, table.y - at.y),
      )
    },
  })
  paintAudience(canvas, {
    rim: [0.9, 0.1, 0.6],
    rows: [
      { y: 0.735, head: 0.014, armsUp: 0.3, seed: 21, haze: 0.03 },
      { y: 0.79, head: 0.021, armsUp: 0.35, seed: 22, haze: 0.008 },
      { y: 0.87, head: 0.034, armsUp: 0.3, seed: 24, haze: 0.001 },
    ],
  })
}

function addBackline(mask: Mask, { centre, floor }: { centre: number; floor: number }): void {
  const box = (x: number, wide: number, high: number): void =>
    mask.add({ from: { x: x - wide, y: floor - high - 0.01 }, to: { x: x + wide, y: floor } }, (at) =>
      Math.max(Math.abs(at.x - x) - wide * 0.96, floor - high - at.y),
    )
  box(centre, 0.17, 0.035)
  const riser = floor - 0.035
  addOval(mask, { x: centre, y: riser - 0.06 }, { wide: 0.06, high: 0.06 })
  for (const [x, y, wide] of [
    [-0.05, 0.135, 0.034],
    [0.045, 0.135, 0.034],
    [-0.11, 0.07, 0.038],
    [0.115, 0.085, 0.034],
  ] as const) {
    addOval(mask, { x: centre + x, y: riser - y }, { wide, high: 0.022 })
    addLimb(
      mask,
      { x: centre + x, y: riser - y },
      { to: { x: centre + x * 1.1, y: riser }, thick: 0.003, thin: 0.003 },
    )
  }
  for (const [x, y, tilt] of [
    [-0.13, 0.2, 0.012],
    [0.13, 0.215, -0.012],
    [0.17, 0.15, -0.006],
  ] as const) {
    const top = { x: centre + x, y: riser - y }
    addLimb(
      mask,
      { x: top.x - 0.045, y: top.y - tilt },
      { to: { x: top.x + 0.045, y: top.y + tilt }, thick: 0.003, thin: 0.003 },
    )
    addLimb(mask, top, { to: { x: centre + x * 1.15, y: riser }, thick: 0.0022, thin: 0.0022 })
  }
  for (const x of [-0.38, -0.29, 0.3, 0.39]) {
    box(centre + x, 0.038, 0.09)
    box(centre + x, 0.034, 0.125)
  }
  for (const [x, tall] of [
    [-0.2, 0.23],
    [0.02, 0.25],
    [0.22, 0.23],
  ] as const)
    addMicrophone(mask, { x: centre + x, y: floor }, tall)
}

export function stageBeforeTheBand(canvas: Canvas): void {
  const amber: Light = [1, 0.52, 0.14]
  const blue: Light = [0.1, 0.32, 1]
  paintStage(canvas, {
    seed: 31,
    glow: [1, 0.42, 0.12],
    beams: [
      ...fan(6, { aspect: canvas.aspect, y: 0.07, lights: [amber, amber, blue], seed: 15 }),
      ...[0.3, 0.52, 0.72].map((share, index) => ({
        from: { x: canvas.aspect * share, y: 0.5 },
        angle: Math.PI + (index - 1) * 0.5,
        light: amber,
        strength: 0.75,
        width: 0.11,
      })),
    ],
    floor: 0.75,
    players: (mask) => addBackline(mask, { centre: canvas.aspect * 0.5, floor: 0.76 }),
  })
  paintAudience(canvas, {
    rim: [1, 0.5, 0.16],
    rows: [
      { y: 0.79, head: 0.018, armsUp: 0.12, seed: 41, haze: 0.02 },
      { y: 0.855, head: 0.03, armsUp: 0.14, seed: 42, haze: 0.005 },
      { y: 0.955, head: 0.05, armsUp: 0.06, seed: 45, haze: 0 },
    ],
  })
}

/** A velvet curtain, a spotlight and a microphone. */
export function curtain(canvas: Canvas): void {
  const centre = canvas.aspect * 0.5
  const floor = 0.8
  const spot = ({ x, y }: Point): number =>
    1 - step(0.72, 1.12, Math.hypot((x - centre) / 0.4, (y - 0.5) / 0.5))
  canvas.paint((at) => {
    if (at.y > floor) return boards(at, { centre, floor })
    const hang = at.x * 9 + 0.25 * fractal(at.x * 2, at.y * 1.2, { seed: 3, octaves: 4 }) + at.y * 0.1
    const fold = 0.5 + 0.5 * Math.sin(hang * Math.PI * 2 + 1.4 * noise(at.x * 6, at.y * 0.7, 8))
    const fine = 0.5 + 0.5 * Math.sin(hang * Math.PI * 6.2 + 2)
    const sheen = 0.05 + 0.75 * fold ** 2.6 + 0.14 * fine ** 3 * fold
    const velvet = 0.85 + 0.3 * gridValue(Math.floor(at.x * 900), Math.floor(at.y * 260), 5)
    const shade = 1 - 0.75 * step(floor - 0.05, floor, at.y)
    const strength = sheen * velvet * shade * (0.05 + 1.1 * spot(at))
    return [0.72 * strength, 0.045 * strength + 0.02 * strength ** 2, 0.05 * strength]
  })
  const mask = canvas.mask()
  addMicrophone(mask, { x: centre, y: 0.9 }, 0.5)
  const stool = { x: centre + 0.16, y: 0.9 }
  mask.add({ from: { x: stool.x - 0.06, y: 0.66 }, to: { x: stool.x + 0.06, y: 0.7 } }, (at) =>
    Math.max(Math.abs(at.x - stool.x) - 0.05, Math.abs(at.y - 0.675) - 0.008),
  )
  for (const side of [-1, -0.35, 0.35, 1])
    mask.add({ from: { x: stool.x - 0.08, y: 0.67 }, to: { x: stool.x + 0.08, y: 0.91 } }, (at) =>
      Math.max(
        Math.abs(at.x - stool.x - side * (0.035 + (at.y - 0.67) * 0.11)) - 0.0045,
        0.67 - at.y,
        at.y - (Math.abs(side) < 0.5 ? 0.893 : 0.905),
      ),
    )
  cover(canvas, mask, { dark: [0.012, 0.009, 0.009], rim: [1, 0.82, 0.66], edge: 0.0025, shine: 0.5 })
}

/** Floorboards in perspective, with the spotlight's pool. */
function boards(at: Point, { centre, floor }: { centre: number; floor: number }): Light {
  const depth = 0.16 / (at.y - floor + 0.1)
  const across = (at.x - centre) * depth * 6
  const plank = Math.floor(across)
  const gap = step(0, 0.05, across - plank) * step(0, 0.05, plank + 1 - across)
  const wood =
    (0.6 + 0.5 * gridValue(plank, 3, 6)) *
    (0.75 + 0.5 * noise(across * 7, depth * 40, 12)) *
    (0.25 + 0.75 * gap)
  const pool = 1 - step(0.5, 1.05, Math.hypot((at.x - centre) / 0.44, (at.y - 0.9) / 0.085))
  const strength = wood * (0.02 + 0.55 * pool)
  return [0.8 * strength, 0.42 * strength, 0.22 * strength]
}
