import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { openSharedConnection } from '#server/platform/db/shared-connection.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createHoldBatcher } from '#server/catalog/inventory/hold-batcher.ts'
import { createEventBatcher } from '#server/money/payments/event-batcher.ts'
import { insertAccount } from '../accounts.ts'
import { createAsk, type Ask } from '../ask.ts'
import { createFakeClock, type FakeClock } from '../clock.ts'
import { insertFees, insertPromoter } from '../factories.ts'
import { silentLog } from '../log.ts'
import { insertOperatorAccount } from '../operators.ts'
import { insertMember } from '../people.ts'
import type { ServerAddress } from '../postgres.ts'
import { openBooks, type Books, type ProviderName } from './books.ts'
import { makeFaulty, type Faults } from './faulty-provider.ts'
import { openSettlements } from './settlement-steps.ts'
import { Life } from './life.ts'
import { TEST_ENCRYPTION_KEY } from '../encryption.ts'

export const HOST = 'aurora.localhost'
const OUTSIDE = 'outside of any process'
const MAX_POLLS = 10_000

/** A Foyer process; its resources end with it. */
export interface Process {
  life: Life
  context: Context
  ask: Ask
  close: () => Promise<void>
}

/** A database with a promoter, a provider engine, and a sequence of processes. */
export interface World {
  db: Kysely<Database>
  clock: FakeClock
  faults: Faults
  books: Books
  promoterId: string
  ownerId: string
  operatorId: string
  process: Process
  /** Number of processes that died. */
  deaths: number
  /** Context for calls outside of any process. */
  outside: Context
  /** Starts another process after the last one has ended. */
  startProcess: () => Promise<void>
  close: () => Promise<void>
}

/** `address`: a migrated, empty database. */
export async function openWorld(address: ServerAddress, name: ProviderName): Promise<World> {
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const db = createDatabase(createPool({ ...address, max: 4, application_name: OUTSIDE }, silentLog()))
  const promoterId = await insertPromoter(db, 'Aurora')
  await insertFees(db, { ticketBaseCents: 50, ticketBasisPoints: 500, orderBaseCents: 100 })
  const config = readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY })
  const books = await openBooks(name, { db, clock })
  const outside = await createContext({ config, db, connection: address, log: silentLog(), clock })
  await outside.sites.whenReady(60_000)
  const ownerId = await insertAccount(outside, `${randomUUID()}@example.com`)
  const role: MemberRole = 'owner'
  await insertMember(db, { promoterId, accountId: ownerId, role })
  await openSettlements({ db, clock, books, promoterId })
  const operatorId = await insertOperatorAccount(outside)
  const faults: Faults = []
  const start = (): Process => startProcess({ address, outside, faults, books })
  const world: World = {
    db,
    clock,
    faults,
    books,
    promoterId,
    ownerId,
    operatorId,
    process: start(),
    deaths: 0,
    outside,
    startProcess: async () => {
      world.deaths += 1
      await world.process.close()
      await whenAllGone(db)
      world.process = start()
    },
    close: async () => {
      await world.process.close()
      await books.close()
      await outside.close()
      await db.destroy()
    },
  }
  return world
}

/** Like the outer context, with its own connections and provider. */
function startProcess(parts: {
  address: ServerAddress
  outside: Context
  faults: Faults
  books: Books
}): Process {
  const { address, outside, faults, books } = parts
  const { clock, log, metrics } = outside
  const life = new Life()
  const connection = life.connect(address)
  const db = createDatabase(createPool({ ...connection, max: 6 }, log))
  const reads = openSharedConnection(connection, log)
  const holds = createHoldBatcher({ connection, clock, log, metrics })
  const payments = makeFaulty(books.provider, faults, life)
  const context = {
    ...outside,
    db,
    reads,
    jobs: db,
    slowReads: db,
    holds,
    payments,
    events: createEventBatcher({ db, clock, metrics }),
  }
  return {
    life,
    context,
    ask: createAsk(context, HOST),
    close: async () => {
      await holds.close()
      await Promise.all([reads.destroy(), db.destroy()])
    },
  }
}

/** Waits until statements of the dead process have ended. */
async function whenAllGone(db: Kysely<Database>): Promise<void> {
  const others = sql`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> ${OUTSIDE} limit 1`
  for (let looks = 0; looks < MAX_POLLS; looks += 1) if ((await others.execute(db)).rows.length === 0) return
  throw new Error('A process that is over still talks to the database.')
}
