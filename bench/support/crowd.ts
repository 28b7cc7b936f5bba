import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { buy } from '#tests/support/buyer.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { waitUntilSettled } from '#tests/support/kills.ts'
import { findDisagreements } from '#tests/support/schedules/unsettled.ts'
import { startHelper } from './processes.ts'

const BUYERS = 8
const READERS = 2
const RETRY_MS = 20
/** Longer than any cart, payment or check interval. */
const AHEAD_MS = 61 * 60_000

export interface CrowdSale {
  ticketTypeId: string
  /** In major units. */
  price: number
  /** Pages that are read during the sale. */
  paths: string[]
}

/** Buyers and readers until `stop`. */
export interface Crowd {
  /** Orders that a buyer was told to have paid. */
  paid: Set<string>
  /** Results of purchases without an order. */
  failures: string[]
  /** Durations of the purchases. */
  purchaseMs: number[]
  pages: { read: number; failures: string[] }
  /** Resolves at the next acknowledged order. */
  nextSale: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * `origins` returns the nodes that requests are sent to, in turn. A request whose connection breaks is sent to the next one, as a
 * load balancer and a browser do.
 */
export function startCrowd(
  origins: () => readonly string[],
  { ticketTypeId, price, paths }: CrowdSale,
): Crowd {
  const stopped = new AbortController()
  const { signal } = stopped
  const paid = new Set<string>()
  const failures: string[] = []
  const purchaseMs: number[] = []
  const pages: Crowd['pages'] = { read: 0, failures: [] }
  let sale = Promise.withResolvers<void>()
  let turn = 0
  const inTurn = (): string[] => {
    const all = origins()
    const first = (turn += 1) % all.length
    return [...all.slice(first), ...all.slice(0, first)]
  }
  const buyAll = async (): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const bought = await buy(inTurn(), { ticketTypeId, quantity: 1, priceOf: () => price })
      if (bought.kind === 'bought') {
        paid.add(bought.orderId)
        purchaseMs.push(performance.now() - startedAt)
        sale.resolve()
        sale = Promise.withResolvers()
      } else {
        failures.push(bought.kind === 'error' ? bought.code : bought.kind)
        await pause(RETRY_MS)
      }
    }
  }
  const readAll = async (path: string): Promise<void> => {
    while (!signal.aborted) {
      const status = await readPage(inTurn(), path)
      pages.read += 1
      if (status !== 200) pages.failures.push(`${path} was answered with ${status}`)
      await pause(RETRY_MS)
    }
  }
  const all = Promise.all([
    ...Array.from({ length: BUYERS }, buyAll),
    ...Array.from({ length: READERS }, () => paths.map(readAll)).flat(),
  ])
  return {
    paid,
    failures,
    purchaseMs,
    pages,
    nextSale: () => sale.promise,
    stop: async () => {
      stopped.abort()
      await all
    },
  }
}

/** Returns the page's status, or the error of the last node. */
async function readPage(origins: readonly string[], path: string): Promise<number | string> {
  let last = 'no node'
  for (const origin of origins) {
    try {
      const response = await fetch(origin + path)
      await response.text()
      return response.status
    } catch (error) {
      last = String(error)
    }
  }
  return last
}

/**
 * A node with a later clock cleans up. Then everything must agree, each acknowledged order must exist, and no page may have
 * failed.
 */
export async function findProblems(
  db: Kysely<Database>,
  { environment, crowd }: { environment: NodeJS.ProcessEnv; crowd: Crowd },
): Promise<string[]> {
  const cleaner = await startHelper('server', 'serve-ahead.ts', {
    env: { ...environment, SWEEP_INTERVAL_MS: '100', AHEAD_MS: String(AHEAD_MS) },
  })
  const unsettled = await waitUntilSettled(db).finally(() => cleaner.stop())
  const { rows } = await sql<{ id: string }>`
    select told.id from unnest(${[...crowd.paid]}::uuid[]) told (id)
    where not exists (select from orders o where o.id = told.id and o.paid_at is not null)`.execute(db)
  return [
    ...unsettled,
    ...rows.map(({ id }) => `the buyer of ${id} was told to have paid, and the order is lost`),
    ...(await findContradictions(db)),
    ...(await findDisagreements(db)),
    ...crowd.pages.failures,
  ]
}
