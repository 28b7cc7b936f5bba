import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { readConfig } from '#server/platform/config.ts'
import { createContext } from '#server/create-context.ts'
import type { Context } from '#server/context.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { insertSession } from '../accounts.ts'
import { createAsk, type Ask } from '../ask.ts'
import { createFakeClock, type FakeClock } from '../clock.ts'
import { openMember } from '../domains.ts'
import { TEST_ENCRYPTION_KEY } from '../encryption.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '../factories.ts'
import { silentLog } from '../log.ts'
import type { ServerAddress } from '../postgres.ts'
import { TICKETS, type DoorSchedule } from './command.ts'

const HOST = 'aurora.localhost'

/** A promoter on a server, for many schedules. */
export interface DoorWorld {
  db: Kysely<Database>
  context: Context
  clock: FakeClock
  promoterId: string
  ask: Ask
  close: () => Promise<void>
}

/** `address`: a migrated, empty database. */
export async function openDoorWorld(address: ServerAddress): Promise<DoorWorld> {
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const db = createDatabase(createPool({ ...address, max: 4 }, silentLog()))
  const promoterId = await insertPromoter(db, 'Aurora')
  await insertFees(db, {})
  const config = readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY })
  const context = await createContext({ config, db, connection: address, log: silentLog(), clock })
  await context.sites.whenReady(60_000)
  return {
    db,
    context,
    clock,
    promoterId,
    ask: createAsk(context, HOST),
    close: async () => {
      await context.close()
      await db.destroy()
    },
  }
}

/** An event of a schedule, with a member of its own: limits are per member. */
export interface DoorNight {
  world: DoorWorld
  eventId: string
  /** A token that is valid now: time passes in schedules. */
  bearer: () => Promise<string>
  ticketIds: readonly string[]
}

export async function openNight(world: DoorWorld, { rules }: DoorSchedule): Promise<DoorNight> {
  const { db, promoterId, clock, context } = world
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(clock.now()) })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  await sql`
    insert into door_settings (event_id, promoter_id, re_entry, max_entries, entries_per)
    values (${eventId}, ${promoterId}, ${rules.reEntry}, ${rules.maxEntries}, ${rules.entriesPer})`.execute(
    db,
  )
  const ticketIds = await insertTickets(world, { eventId, ticketTypeId })
  const { accountId } = await openMember(context, promoterId, 'manager')
  return { world, eventId, bearer: () => insertSession(context, accountId, HOST), ticketIds }
}

async function insertTickets(
  { db, promoterId, clock }: DoorWorld,
  { eventId, ticketTypeId }: { eventId: string; ticketTypeId: string },
): Promise<string[]> {
  const orderId = randomUUID()
  const soldAt = new Date(clock.now() - 86_400_000)
  await sql`
    insert into orders (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents,
      ticket_fees_cents, order_fees_cents, delivery_fee_cents, total_cents, first_name, last_name, email, delivery, created_at,
      expires_at, paid_at)
    values (${orderId}, ${orderId.slice(0, 8)}, ${promoterId}, ${randomUUID()}, ${orderId}, 'paid', 'EUR', 0, 0, 0, 0, 0, 0, 'Ada',
      'Lovelace', 'ada@example.com', '{"method": "e_ticket"}', ${soldAt}, ${soldAt}, ${soldAt})`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into tickets (promoter_id, order_id, position, event_id, ticket_type_id, code, holder, created_at)
    select ${promoterId}, ${orderId}, n, ${eventId}, ${ticketTypeId}, upper(substr(md5(${orderId} || n), 1, 5) || '-' || substr(md5(${orderId} || n), 6, 5)), 'Ada Lovelace', ${soldAt}
    from generate_series(0, ${TICKETS - 1}::int) n returning id`.execute(db)
  return rows.map(({ id }) => id)
}
