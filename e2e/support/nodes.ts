import { once } from 'node:events'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { Outcome } from '#tests/support/buyer.ts'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'
import type { ServerAddress } from '#tests/support/postgres.ts'
import { launch } from './foyer.ts'

const PRICE = 25

/** In major units, as in the API. */
export const priceOf = (quantity: number): number => quantity * PRICE

export interface Node {
  origin: string
  port: number
  /** Stops gracefully. No effect if the process has ended. */
  stop: () => Promise<void>
  kill: () => Promise<void>
}

export async function startNode(
  address: ServerAddress,
  { port = 0, settings = {} }: { port?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<Node> {
  const { child, port: taken } = await launch(address, port, settings)
  const end = async (how: () => unknown): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    how()
    await gone
  }
  return {
    origin: `http://127.0.0.1:${taken}`,
    port: taken,
    stop: () => end(() => child.disconnect()),
    kill: () => end(() => child.kill('SIGKILL')),
  }
}

export async function openSale(db: Kysely<Database>, capacity: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from promoters where slug = 'aurora'`.execute(db)
  const promoterId = rows[0]?.id ?? ''
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(Date.now() + 86_400_000) })
  await insertFees(db, { promoterId, eventId })
  return insertTicketType(db, { promoterId, eventId, capacity, priceCents: PRICE * 100 })
}

export const countersOf = async (db: Kysely<Database>, ticketTypeId: string) => {
  const { rows } = await sql<{ held: number; sold: number }>`
    select held, sold from inventory where ticket_type_id = ${ticketTypeId}`.execute(db)
  return rows[0]
}

export const count = (outcomes: readonly Outcome[], kind: Outcome['kind']): number =>
  outcomes.filter((each) => each.kind === kind).length
