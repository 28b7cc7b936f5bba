import { seededRandom, type SeededRandom } from '#server/demo/seeded-random.ts'
import { projectionOf } from './projection.ts'
import type { Medium, TicketPicture } from './ticket-picture.ts'

/** A frame of a phone's camera in grey from 0 to 255, as `getImageData` has it after scaling. */
export interface Frame {
  grey: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
}

/** What a camera sees of a ticket. Angles in radians, light as a share of white, lengths in pixels of the frame. */
export interface Shot {
  /** Side of the code as a share of the frame's shorter side. */
  size: number
  roll: number
  pitch: number
  yaw: number
  /** Centre of the code as a share of the frame. */
  centre: { x: number; y: number }
  white: number
  black: number
  background: number
  blurPx: number
  motion: { length: number; angle: number }
  noise: number
  /** A lamp's reflection on the code, in sides of the code from its centre. Over white, it saturates. */
  glare: { x: number; y: number; radius: number; strength: number } | undefined
  /** Light that falls off to one side. */
  slope: { x: number; y: number }
  /** How far the paper curls, as a share of the code's side. */
  bend: number
}

const between = ({ next }: SeededRandom, least: number, most: number): number =>
  least + next() * (most - least)

/** Sum of three uniform numbers: mostly near 0, never beyond `most`. */
const around = (chance: SeededRandom, most: number): number =>
  ((between(chance, -1, 1) + between(chance, -1, 1) + between(chance, -1, 1)) / 3) * most

const DEGREE = Math.PI / 180

/**
 * A phone at half of its brightness is about as bright as paper in a lit room, and its black is lifted by what the glass reflects; paper has more
 * contrast but bends. Both are held by hand: tilted, moving, and seldom in the middle.
 */
export function randomShot(medium: Medium, chance: SeededRandom, frame: Size): Shot {
  const shot = anyShot(medium, chance)
  return isWhole(shot, frame) ? shot : randomShot(medium, chance, frame)
}

const BORDER_POINTS = 80
/** Half of the code, and two modules. */
const WHOLE = 0.55

/** True unless the frame's border cuts the code: then people move the phone, and no reader reads it. */
function isWhole(shot: Shot, { width, height }: Size): boolean {
  const project = projectionOf(shot, { width, height })
  return Array.from({ length: BORDER_POINTS }, (_, at) => at / BORDER_POINTS).every((share) =>
    [
      project(share * width, 0),
      project(share * width, height),
      project(0, share * height),
      project(width, share * height),
    ].every(({ x, y }) => Math.abs(x) > WHOLE || Math.abs(y) > WHOLE),
  )
}

function anyShot(medium: Medium, chance: SeededRandom): Shot {
  const isPhone = medium === 'phone'
  const white = isPhone ? between(chance, 0.32, 0.6) : between(chance, 0.35, 0.95)
  return {
    size: between(chance, 0.22, 0.8),
    roll: chance.happens(0.15) ? between(chance, -Math.PI, Math.PI) : around(chance, 40 * DEGREE),
    pitch: around(chance, 45 * DEGREE),
    yaw: around(chance, 45 * DEGREE),
    centre: { x: 0.5 + around(chance, 0.15), y: 0.5 + around(chance, 0.12) },
    white,
    black: isPhone ? between(chance, 0.06, white * 0.45) : white * between(chance, 0.1, 0.3),
    background: between(chance, 0.02, 0.6),
    blurPx: between(chance, 0.3, 1.8),
    motion: { length: chance.happens(0.6) ? between(chance, 0, 4.5) : 0, angle: chance.next() * Math.PI },
    noise: between(chance, 0.008, 0.045),
    glare: chance.happens(isPhone ? 0.5 : 0.15)
      ? {
          x: around(chance, 0.9),
          y: around(chance, 0.9),
          radius: between(chance, 0.05, 0.16),
          strength: between(chance, 0.2, 0.9),
        }
      : undefined,
    slope: { x: around(chance, 0.3), y: around(chance, 0.3) },
    bend: isPhone ? 0 : between(chance, 0, 0.012),
  }
}

/** Normally distributed, with mean 0 and standard deviation 1. Drawn once, because a frame has a million pixels. */
const NOISE = normalNoise(2 ** 14)

function normalNoise(count: number): Float32Array {
  const { next } = seededRandom('noise')
  return Float32Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  )
}

/** Rays per pixel, spread over the blur of the lens and the motion during the exposure. */
const RAYS = 12
const GOLDEN_ANGLE = 2.399963

/** Takes a picture of a ticket. */
export function takeFrame(
  ticket: TicketPicture,
  shot: Shot,
  { chance, width, height }: Size & { chance: SeededRandom },
): Frame {
  const project = projectionOf(shot, { width, height })
  const rays = raysOf(shot)
  const grey = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = project(x, y)
      const light = isNear(ticket, at)
        ? ticketLight(ticket, shot, { at, right: project(x + 1, y), below: project(x, y + 1), rays }) +
          glareAt(shot, at)
        : backgroundAt(shot, at)
      const slope = 1 + shot.slope.x * (x / width - 0.5) + shot.slope.y * (y / height - 0.5)
      // Bright pixels have more noise, as photons are counted.
      const noise = (NOISE[Math.floor(chance.next() * NOISE.length)] ?? 0) * shot.noise * (0.6 + light)
      grey[y * width + x] = Math.round((light * slope + noise) * 255)
    }
  return { grey, width, height }
}

interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** In pixels of the frame from the pixel's centre. */
function raysOf({ blurPx, motion }: Shot): Point[] {
  return Array.from({ length: RAYS }, (_, ray) => {
    const radius = Math.max(0.5, blurPx) * Math.sqrt((ray + 0.5) / RAYS)
    const moved = (ray / (RAYS - 1) - 0.5) * motion.length
    return {
      x: radius * Math.cos(ray * GOLDEN_ANGLE) + moved * Math.cos(motion.angle),
      y: radius * Math.sin(ray * GOLDEN_ANGLE) + moved * Math.sin(motion.angle),
    }
  })
}

/** More than blur and motion reach, in sides of the code. */
const NEAR = 0.1

function isNear({ code, width, height }: TicketPicture, { x, y }: Point): boolean {
  const column = code.x / code.side + x
  const row = code.y / code.side + y
  return column > -NEAR && row > -NEAR && column < width / code.side + NEAR && row < height / code.side + NEAR
}

/** Average of a pixel's rays. `right` and `below` are the points of its neighbours: between them, the projection is nearly linear. */
function ticketLight(
  { code, pixels, width, height }: TicketPicture,
  shot: Shot,
  { at, right, below, rays }: { at: Point; right: Point; below: Point; rays: readonly Point[] },
): number {
  const { side } = code
  const [column, row] = [code.x + at.x * side, code.y + at.y * side]
  const [columnRight, rowRight] = [(right.x - at.x) * side, (right.y - at.y) * side]
  const [columnBelow, rowBelow] = [(below.x - at.x) * side, (below.y - at.y) * side]
  const outside = backgroundAt(shot, at)
  const contrast = shot.white - shot.black
  let sum = 0
  for (const { x, y } of rays) {
    const atColumn = Math.floor(column + x * columnRight + y * columnBelow)
    const atRow = Math.floor(row + x * rowRight + y * rowBelow)
    const isOutside = atColumn < 0 || atRow < 0 || atColumn >= width || atRow >= height
    sum += isOutside ? outside : shot.black + (pixels[atRow * width + atColumn] ?? 1) * contrast
  }
  return sum / rays.length
}

/** Hands, clothes and lamps, as waves. */
const backgroundAt = ({ background }: Shot, { x, y }: { x: number; y: number }): number =>
  background * (0.7 + 0.3 * Math.sin(x * 3.1 + y) * Math.cos(y * 2.3 - x))

function glareAt({ glare }: Shot, at: { x: number; y: number }): number {
  if (!glare) return 0
  const distance = Math.hypot(at.x - glare.x, at.y - glare.y) / glare.radius
  return distance > 3 ? 0 : glare.strength * Math.exp(-distance * distance)
}
