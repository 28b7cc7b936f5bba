import { setImmediate } from 'node:timers/promises'
import { generate } from 'lean-qr'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { qrStrokes } from '#model/platform/text/qr-strokes.ts'

const MAX_CACHED = 2000
const AT_ONCE = 4
const PAD = 4

const kept = new LRUCache<string, string>({ max: MAX_CACHED })
const queue = new PQueue({ concurrency: 1 })
let drawn = 0

/**
 * Returns the QR code of a ticket's token as a `data:` URL of an SVG. Codes are drawn one after another, so that other
 * requests aren't blocked for long.
 */
export const qrImageUrl = async (token: string): Promise<string> =>
  kept.get(token) ?? queue.add(() => drawOnce(token))

async function drawOnce(token: string): Promise<string> {
  const known = kept.get(token)
  if (known) return known
  drawn += 1
  if (drawn % AT_ONCE === 0) await setImmediate()
  const picture = draw(token)
  kept.set(token, picture)
  return picture
}

function draw(token: string): string {
  const code = generate(token)
  const size = code.size + 2 * PAD
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='-${PAD} -${PAD}.5 ${size} ${size}' shape-rendering='crispEdges'><path fill='#fff' d='M-${PAD}-${PAD}.5h${size}v${size}h-${size}z'/><path stroke='#000' d='${qrStrokes(code)}'/></svg>`
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`
}
