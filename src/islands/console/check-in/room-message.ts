import { formatNumber } from '#ui/format/format-numbers.ts'

const WARNING_SHARE = 0.9

/** Returns a warning when the room is 90% full and when it is full. */
export function roomMessage({
  inside,
  roomCapacity,
}: {
  inside: number
  roomCapacity: number | null
}): { tone: 'warning' | 'danger'; title: string } | undefined {
  if (roomCapacity === null || inside < roomCapacity * WARNING_SHARE) return undefined
  const counts = `${formatNumber(inside)} of ${formatNumber(roomCapacity)} inside`
  return inside >= roomCapacity
    ? { tone: 'danger', title: `The room is full: ${counts}` }
    : { tone: 'warning', title: `The room is nearly full: ${counts}` }
}
