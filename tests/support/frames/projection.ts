import type { Shot } from './camera-frame.ts'

/** Maps a pixel of the frame to the point of the ticket that it shows, in sides of the code from the code's centre. */
export type Project = (x: number, y: number) => { x: number; y: number }

/** Distance between lens and sensor in shorter sides of the frame: a phone's wide camera. */
const FOCAL = 0.95
/** A sheet held by hand curls once, not like a flag: about half a wave across the code. */
const CURL = 3

/** Perspective: each pixel's ray is cut with the plane of the ticket, which is turned by the shot's three angles. */
export function projectionOf(
  { size, roll, pitch, yaw, centre, bend }: Shot,
  { width, height }: { width: number; height: number },
): Project {
  const side = Math.min(width, height)
  const distance = FOCAL / size
  const [right, down, normal] = axesOf({ roll, pitch, yaw })
  const origin: Vector = [
    (((centre.x - 0.5) * width) / side / FOCAL) * distance,
    (((centre.y - 0.5) * height) / side / FOCAL) * distance,
    distance,
  ]
  const reach = dot(origin, normal)
  return (x, y) => {
    const ray: Vector = [(x - width / 2) / side / FOCAL, (y - height / 2) / side / FOCAL, 1]
    const length = reach / dot(ray, normal)
    // Beyond the horizon of a tilted plane.
    if (!(length > 0)) return { x: Infinity, y: Infinity }
    const hit: Vector = [
      ray[0] * length - origin[0],
      ray[1] * length - origin[1],
      ray[2] * length - origin[2],
    ]
    const [across, along] = [dot(hit, right), dot(hit, down)]
    return {
      x: across + bend * Math.sin(along * CURL),
      y: along + bend * Math.sin(across * CURL * 0.7),
    }
  }
}

type Vector = readonly [number, number, number]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The ticket's right, down and normal after turning it. */
function axesOf({ roll, pitch, yaw }: Pick<Shot, 'roll' | 'pitch' | 'yaw'>): [Vector, Vector, Vector] {
  const turn = ([x, y, z]: Vector): Vector => {
    const [x1, y1] = [x * Math.cos(roll) - y * Math.sin(roll), x * Math.sin(roll) + y * Math.cos(roll)]
    const [y2, z2] = [y1 * Math.cos(pitch) - z * Math.sin(pitch), y1 * Math.sin(pitch) + z * Math.cos(pitch)]
    return [x1 * Math.cos(yaw) + z2 * Math.sin(yaw), y2, z2 * Math.cos(yaw) - x1 * Math.sin(yaw)]
  }
  return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])]
}
