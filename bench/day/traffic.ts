import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { buy } from '#tests/support/buyer.ts'

export const KINDS = ['page', 'cart', 'order', 'refund', 'console', 'door'] as const
export type Kind = (typeof KINDS)[number]

/** Shares of requests. An order is three requests. */
const SHARES: readonly (readonly [kind: Kind, upTo: number])[] = [
  ['page', 0.9],
  ['cart', 0.95],
  ['console', 0.97],
  ['order', 0.98],
  ['door', 0.995],
  ['refund', 1],
]

export interface Stage {
  origin: string
  /** Host of the storefront. */
  host: string
  /** Paths of its pages. */
  pages: readonly string[]
  eventId: string
  ticketTypeId: string
  priceOf: (quantity: number) => number
  /** Tokens of the owner and of a door's device. */
  owner: string
  device: string
}

export interface Traffic {
  /** Takes the durations since the last call, in milliseconds. */
  take: () => Record<Kind, number[]>
  /** Codes and statuses of unexpected answers. */
  failures: string[]
  stop: () => Promise<void>
}

const CONSOLE = ['overview', 'orders', 'events', 'attendees', 'settlement-balances'] as const

/** Starts mixed traffic at a rate, without waiting for answers: slow answers don't lower the rate. */
export function startTraffic(stage: Stage, perSecond: number, chance: () => number = Math.random): Traffic {
  const stopped = new AbortController()
  const state = openState(stage, chance)
  const inFlight = new Set<Promise<void>>()
  let tookMs = noTimes()
  const begin = (): void => {
    const drawn = chance()
    const kind = SHARES.find(([, upTo]) => drawn < upTo)?.[0] ?? 'page'
    const running = visit(kind, state)
      .then((took) => void (took === undefined || tookMs[kind].push(took)))
      .catch((error: unknown) => void state.failures.push(`${kind}: ${String(error)}`))
      .finally(() => inFlight.delete(running))
    inFlight.add(running)
  }
  const running = (async () => {
    const startedAt = performance.now()
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      begin()
      const behindMs = startedAt + ((count + 1) * 1000) / perSecond - performance.now()
      if (behindMs > 0) await pause(behindMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    take: () => {
      const taken = tookMs
      tookMs = noTimes()
      return taken
    },
    failures: state.failures,
    stop: async () => {
      stopped.abort()
      await running
      await Promise.all(inFlight)
    },
  }
}

const noTimes = (): Record<Kind, number[]> => ({
  page: [],
  cart: [],
  order: [],
  refund: [],
  console: [],
  door: [],
})

export interface State {
  stage: Stage
  chance: () => number
  /** Paid orders without a refund. */
  orders: string[]
  /** Tickets that haven't been scanned. */
  tickets: string[]
  failures: string[]
  seq: number
  /** A device sends one call at a time. */
  isSyncing: boolean
  deviceId: string
}

export const openState = (stage: Stage, chance: () => number): State => ({
  stage,
  chance,
  orders: [],
  tickets: [],
  failures: [],
  seq: 0,
  isSyncing: false,
  deviceId: randomUUID(),
})

/** Returns how long it took; undefined when there was nothing to do yet. */
export async function visit(kind: Kind, state: State): Promise<number | undefined> {
  const startedAt = performance.now()
  const isDone = await VISITS[kind](state)
  return isDone ? performance.now() - startedAt : undefined
}

const VISITS: Readonly<Record<Kind, (state: State) => Promise<boolean>>> = {
  page: async (state) => {
    await callNode(state.stage, `GET ${pick(state, state.stage.pages)}`)
    return true
  },
  // Half of the carts are left, and expire.
  cart: async (state) => {
    const path = `/api/public/carts/${randomUUID()}`
    await callNode(state.stage, `PUT ${path}`, {
      body: { items: [{ ticketTypeId: state.stage.ticketTypeId, quantity: 2 }] },
    })
    await callNode(state.stage, `GET ${path}`)
    if (state.chance() < 0.5) await callNode(state.stage, `DELETE ${path}`)
    return true
  },
  order: async (state) => {
    const { origin, ticketTypeId, priceOf } = state.stage
    const outcome = await buy(origin, { ticketTypeId, quantity: 1, priceOf })
    if (outcome.kind !== 'bought') throw new Error(outcome.kind === 'error' ? outcome.code : outcome.kind)
    const { order } = await callNode<{ order: { tickets: { id: string }[] } }>(
      state.stage,
      `GET /api/public/orders/${outcome.orderId}`,
    )
    if (state.chance() < 0.4) state.orders.push(outcome.orderId)
    else state.tickets.push(...order.tickets.map(({ id }) => id))
    return true
  },
  refund: async (state) => {
    const id = state.orders.shift()
    if (id === undefined) return false
    const { owner } = state.stage
    await callNode(state.stage, `POST /api/promoter/orders/${id}/refunds`, {
      bearer: owner,
      body: { all: true },
    })
    return true
  },
  console: async (state) => {
    await callNode(state.stage, `GET /api/promoter/${pick(state, CONSOLE)}`, { bearer: state.stage.owner })
    return true
  },
  door: async (state) => {
    const ticketId = state.isSyncing ? undefined : state.tickets.shift()
    if (ticketId === undefined) return false
    state.isSyncing = true
    try {
      await syncScan(state, ticketId)
    } finally {
      state.isSyncing = false
    }
    return true
  },
}

async function syncScan(state: State, ticketId: string): Promise<void> {
  const { eventId, device: bearer } = state.stage
  state.seq += 1
  const device = { id: state.deviceId, name: 'Soak', gateId: null, appVersion: 'soak', waiting: 0 }
  const now = Date.now()
  const scans = [{ seq: state.seq, ticketId, kind: 'entry', atMs: now, gateId: null }]
  await callNode(state.stage, `POST /api/door/events/${eventId}/sync`, {
    bearer,
    body: { device, deviceTimeMs: now, position: 0, ticketsSinceMs: now, scans },
  })
}

const pick = <Value extends string>(state: State, values: readonly Value[]): Value => {
  const value = values[Math.floor(state.chance() * values.length)]
  if (value === undefined) throw new Error('There is nothing to pick from.')
  return value
}

/** Returns the data of an API call, and throws for any other answer than success. */
export function callNode<Data>(
  stage: Pick<Stage, 'origin' | 'host'>,
  endpoint: string,
  { bearer, body }: { bearer?: string; body?: unknown } = {},
): Promise<Data> {
  const [method = '', path = ''] = endpoint.split(' ')
  const headers = {
    host: stage.host,
    'idempotency-key': randomUUID(),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, stage.origin), { method, headers }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .once('error', reject)
        .once('end', () => {
          if ((response.statusCode ?? 500) >= 400) {
            reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 120)}`))
            return
          }
          resolve(path.startsWith('/api/') ? JSON.parse(text).data : text)
        })
    })
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}
