import type { Mask, Point } from './canvas.ts'
import { sequence } from './noise.ts'

export function addLimb(
  mask: Mask,
  from: Point,
  { to, thick, thin }: { to: Point; thick: number; thin: number },
) {
  const reach = Math.max(thick, thin) + 0.004
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy || 1
  mask.add(
    {
      from: { x: Math.min(from.x, to.x) - reach, y: Math.min(from.y, to.y) - reach },
      to: { x: Math.max(from.x, to.x) + reach, y: Math.max(from.y, to.y) + reach },
    },
    ({ x, y }) => {
      const along = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
      return Math.hypot(x - from.x - dx * along, y - from.y - dy * along) - (thick + (thin - thick) * along)
    },
  )
}

export function addOval(mask: Mask, at: Point, { wide, high }: { wide: number; high: number }): void {
  mask.add(
    {
      from: { x: at.x - wide * 1.2, y: at.y - high * 1.2 },
      to: { x: at.x + wide * 1.2, y: at.y + high * 1.2 },
    },
    ({ x, y }) => (Math.hypot((x - at.x) / wide, (y - at.y) / high) - 1) * Math.min(wide, high),
  )
}

interface Row {
  /** Vertical centre of the heads, and its variation. */
  y: number
  spread: number
  /** Half of a head's width. */
  head: number
  /** Share of people with raised arms. */
  armsUp: number
  seed: number
}

/** A row of an audience, seen from behind: heads, shoulders, raised arms. */
export function addCrowd(mask: Mask, aspect: number, { y, spread, head, armsUp, seed }: Row): void {
  const random = sequence(seed)
  for (let x = -head; x < aspect + head; x += head * (2.1 + random() * 1.5)) {
    const size = head * (0.85 + random() * 0.3)
    const top = { x, y: y + (random() - 0.5) * spread }
    addPerson(mask, top, size)
    if (random() < armsUp) addArms(mask, top, { size, random })
  }
}

function addPerson(mask: Mask, { x, y }: Point, size: number): void {
  addOval(mask, { x, y }, { wide: size * 0.86, high: size * 1.12 })
  addLimb(mask, { x, y: y + size }, { to: { x, y: y + size * 1.8 }, thick: size * 0.42, thin: size * 0.6 })
  const shoulder = y + size * 2.15
  addLimb(
    mask,
    { x: x - size * 1.25, y: shoulder + size * 0.25 },
    { to: { x: x + size * 1.25, y: shoulder + size * 0.25 }, thick: size * 0.72, thin: size * 0.72 },
  )
  mask.add({ from: { x: x - size * 2, y: shoulder }, to: { x: x + size * 2, y: 1 } }, (at) =>
    Math.max(Math.abs(at.x - x) - size * 1.95, shoulder + size * 0.3 - at.y),
  )
}

function addArms(mask: Mask, top: Point, { size, random }: { size: number; random: () => number }): void {
  const sides = random() < 0.6 ? [-1, 1] : [random() < 0.5 ? -1 : 1]
  for (const side of sides) {
    const shoulder = { x: top.x + side * size * 1.55, y: top.y + size * 2.3 }
    const elbow = {
      x: shoulder.x + side * size * (0.5 + random() * 0.7),
      y: shoulder.y - size * (1.5 + random()),
    }
    const hand = { x: elbow.x + side * size * (random() - 0.7), y: elbow.y - size * (1.7 + random() * 1.1) }
    addLimb(mask, shoulder, { to: elbow, thick: size * 0.46, thin: size * 0.34 })
    addLimb(mask, elbow, { to: hand, thick: size * 0.34, thin: size * 0.22 })
    addOval(mask, { x: hand.x, y: hand.y - size * 0.18 }, { wide: size * 0.27, high: size * 0.42 })
  }
}

/** A backlit person on a stage, from the front; `feet` is the position, `tall` the height. */
export function addPlayer(
  mask: Mask,
  feet: Point,
  { tall, lean = 0 }: { tall: number; lean?: number },
): void {
  const hip = { x: feet.x + lean * tall * 0.4, y: feet.y - tall * 0.47 }
  const chest = { x: feet.x + lean * tall, y: feet.y - tall * 0.74 }
  const limb = (from: Point, to: Point, thick: number): void =>
    addLimb(mask, from, { to, thick: thick * tall, thin: thick * tall * 0.75 })
  limb(hip, { x: feet.x - tall * 0.085, y: feet.y }, 0.048)
  limb(hip, { x: feet.x + tall * 0.09, y: feet.y }, 0.048)
  limb(chest, hip, 0.075)
  const head = { x: chest.x + lean * tall * 0.3, y: chest.y - tall * 0.185 }
  limb(chest, head, 0.03)
  addOval(mask, head, { wide: tall * 0.05, high: tall * 0.068 })
  const [left, right] = [chest.x - tall * 0.085, chest.x + tall * 0.085]
  const shoulder = chest.y - tall * 0.055
  limb({ x: left, y: shoulder }, { x: right, y: shoulder }, 0.042)
  limb({ x: left, y: shoulder }, { x: left - tall * 0.05, y: shoulder + tall * 0.2 }, 0.034)
  limb(
    { x: left - tall * 0.05, y: shoulder + tall * 0.2 },
    { x: chest.x - tall * 0.02, y: shoulder + tall * 0.27 },
    0.028,
  )
  limb({ x: right, y: shoulder }, { x: right + tall * 0.09, y: shoulder + tall * 0.17 }, 0.034)
  limb(
    { x: right + tall * 0.09, y: shoulder + tall * 0.17 },
    { x: right + tall * 0.2, y: shoulder + tall * 0.09 },
    0.026,
  )
}

export function addMicrophone(mask: Mask, foot: Point, tall: number): void {
  const top = { x: foot.x, y: foot.y - tall }
  addLimb(mask, foot, { to: top, thick: tall * 0.008, thin: tall * 0.008 })
  addOval(mask, foot, { wide: tall * 0.11, high: tall * 0.018 })
  addLimb(
    mask,
    { x: top.x - tall * 0.01, y: top.y + tall * 0.03 },
    {
      to: { x: top.x + tall * 0.055, y: top.y - tall * 0.075 },
      thick: tall * 0.014,
      thin: tall * 0.02,
    },
  )
  addOval(mask, { x: top.x + tall * 0.07, y: top.y - tall * 0.1 }, { wide: tall * 0.033, high: tall * 0.04 })
}
