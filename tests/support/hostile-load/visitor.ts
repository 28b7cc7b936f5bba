import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Visitor {
  port: number
  host: string
  /** Path of an event page, and the event's slug. */
  path: string
  slug: string
  ticketTypeId: string
}

export interface Visits {
  tookMs: number[]
  /** Requests not answered with 200, with status or error. */
  failures: string[]
}

const VISIT_EVERY_MS = 25
/** Timeout in milliseconds. */
const MAX_MS = 60_000

/** Sends visits at a fixed rate, whether or not earlier ones were answered. */
export async function visitFor(visitor: Visitor, forMs: number): Promise<Visits> {
  const visits: Visits = { tookMs: [], failures: [] }
  const until = performance.now() + forMs
  const underWay: Promise<void>[] = []
  while (performance.now() < until) {
    underWay.push(visit(visitor, visits))
    await pause(VISIT_EVERY_MS)
  }
  await Promise.all(underWay)
  return visits
}

/** Reads an event page, calls the API about the event, adds a ticket to a cart and removes it. */
async function visit(visitor: Visitor, { tookMs, failures }: Visits): Promise<void> {
  const { path, slug, ticketTypeId } = visitor
  const cart = `PUT /api/public/carts/${randomUUID()}`
  for (const [route, body] of [
    [`GET ${path}`],
    [`GET /api/public/events/${slug}`],
    [cart, { items: [{ ticketTypeId, quantity: 1 }] }],
    [cart, { items: [] }],
  ] as const) {
    const startedAt = performance.now()
    const said = await sendAlone(visitor, route, body).then(
      ({ status }) => String(status),
      (error: unknown) => String(error),
    )
    tookMs.push(performance.now() - startedAt)
    if (said !== '200') failures.push(`${route.replace(cart, 'PUT cart')}: ${said}`)
  }
}

/** Sends one request on its own connection. */
export function sendAlone(
  { port, host }: Pick<Visitor, 'port' | 'host'>,
  route: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const [method, path] = route.split(' ')
  const headers = { host, ...(body ? { 'content-type': 'application/json' } : {}) }
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: MAX_MS }
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .once('end', () => resolve({ status: response.statusCode ?? 0, text }))
        .once('error', reject)
    })
    sent
      .once('timeout', () => sent.destroy(new Error('no answer')))
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })
}
