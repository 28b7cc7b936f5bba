import { setImmediate } from 'node:timers/promises'
import { generate } from 'lean-qr'

/** About 3 KB each. */
const MOST_KEPT = 2000
/** Number of codes drawn before yielding to the event loop. */
const AT_ONCE = 4
/** Quiet zone around the code, in modules. */
const PAD = 4

const kept = new Map<string, string>()
let drawn = 0
let last: Promise<unknown> = Promise.resolve()

/** Returns the QR code of a ticket's token as a `data:` URL of an SVG. Drawn one after another, so that many don't block other requests. */
export async function qrPicture(token: string): Promise<string> {
  const picture = kept.get(token) ?? (await drawInTurn(token))
  // Moves the entry to the end, as most recently used.
  kept.delete(token)
  kept.set(token, picture)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return picture
}

function drawInTurn(token: string): Promise<string> {
  const picture = last.then(async () => {
    drawn += 1
    if (drawn % AT_ONCE === 0) await setImmediate()
    return kept.get(token) ?? draw(token)
  })
  last = picture.catch(() => undefined)
  return picture
}

/** One path, with a stroke per run of dark modules. */
function draw(token: string): string {
  const code = generate(token)
  const size = code.size + 2 * PAD
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      const begin = x
      while (code.get(x, y)) x += 1
      if (x > begin) path += `M${begin} ${y}h${x - begin}`
    }
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='-${PAD} -${PAD}.5 ${size} ${size}' shape-rendering='crispEdges'><path fill='#fff' d='M-${PAD}-${PAD}.5h${size}v${size}h-${size}z'/><path stroke='#000' d='${path}'/></svg>`
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`
}
