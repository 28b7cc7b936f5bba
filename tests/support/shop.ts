import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { CartHold } from '#contracts/shop/carts.ts'
import type { Order } from '#model/sales/orders.ts'
import type { PaymentOutcome } from '#model/money/payments.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createTicketRenderer } from '#server/sales/ticket-pdfs/ticket-pdfs.ts'
import { createAsk, type Answer, type Ask } from './ask.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { insertEvent, insertFees, insertPromoter, type Stage } from './factories.ts'
import { silentLog } from './log.ts'
import { TEST_ENCRYPTION_KEY } from './encryption.ts'
import { QUICK_PASSWORDS } from './passwords.ts'
import type { ServerAddress } from './postgres.ts'

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

export const WEBHOOK_SECRET = 'a-secret-only-tests-know'

export interface Shop extends Stage {
  context: Context
  address: ServerAddress
  clock: FakeClock
  ask: Ask
  hold: (cartId: string, wishes: Record<string, number>) => Promise<Answer<CartHold>>
  checkout: (
    cartId: string,
    expectedTotal: number,
    more?: Record<string, unknown>,
  ) => Promise<Answer<{ order: Order }>>
  pay: (orderId: string, number: string) => Promise<Answer<PaymentOutcome>>
  counters: (ticketTypeId: string) => Promise<{ capacity: number; held: number; sold: number }>
  close: () => Promise<void>
}

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  challenged: '4000 0000 0000 3220',
  late: '4000 0000 0000 0077',
} as const

export const CUSTOMER = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }

/** The shops of a process share the thread that draws tickets, whose start takes longer than most tests. */
const SHARED_PAPERS = { ...createTicketRenderer({ idleMs: MAX_TIMER_MS }), close: () => Promise.resolve() }

interface ShopOptions {
  log?: Logger
  /** Hashes passwords at the server's own cost. */
  hasRealPasswordCost?: boolean
  settings?: Readonly<Record<string, string>>
}

/** Opens a promoter with a site, one event in eight days and zero default fees, on a database of its own. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const { log = silentLog(), hasRealPasswordCost = false, settings = {} } = options
  const { db, address, drop } = await createTestDatabase()
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const promoterId = await insertPromoter(db, 'Aurora')
  await insertFees(db, {})
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-01T20:00:00Z') })
  const config = readConfig({
    SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ...settings,
  })
  const context = await createContext({
    config,
    db,
    connection: address,
    log,
    clock,
    ticketPdfs: SHARED_PAPERS,
    ...(!hasRealPasswordCost && { passwordCost: QUICK_PASSWORDS }),
  })
  await context.sites.whenReady(60_000)
  const host = 'aurora.localhost'
  const ask = createAsk(context, host)
  return {
    context,
    address,
    clock,
    promoterId,
    eventId,
    host,
    ask,
    hold: (cartId, wishes) => {
      const items = Object.entries(wishes).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
      return ask('PUT', `/api/public/carts/${cartId}`, { body: { items } })
    },
    checkout: (cartId, expectedTotal, { key = randomUUID(), ...more } = {}) =>
      ask('POST', '/api/public/checkout', {
        body: { cartId, customer: CUSTOMER, expectedTotal, ...more },
        key: String(key),
      }),
    pay: (orderId, number) =>
      ask('POST', '/api/payments/confirm', {
        body: { orderId, paymentMethod: { number, expiry: '12/30', cvc: '123' } },
      }),
    counters: async (ticketTypeId) => {
      const { rows } = await sql<{ capacity: number; held: number; sold: number }>`
        select capacity, held, sold from inventory where ticket_type_id = ${ticketTypeId}`.execute(db)
      return rows[0] ?? { capacity: 0, held: 0, sold: 0 }
    },
    close: async () => {
      await context.close()
      await drop()
    },
  }
}

export const newCartId = (): string => randomUUID()
