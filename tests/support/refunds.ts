import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Refund } from '#contracts/console/orders/refunds.ts'
import type { Order } from '#model/sales/orders.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { PaymentProvider } from '#server/money/providers/provider.ts'
import type { Answer } from './ask.ts'
import { insertFees, insertTicketType } from './factories.ts'
import { insertMember, openCustomer, type Browser } from './people.ts'
import { CARDS, newCartId, openShop, type Shop } from './shop.ts'

export interface RefundFixture {
  shop: Shop
  engine: SandboxEngine
  ticketTypeId: string
  /** Buys two tickets at 25.00 with 1.75 fees each and 1.00 per order: 54.50. */
  buy: (number?: string) => Promise<{ order: Order; intentId: string }>
  read: (orderId: string) => Promise<Order>
  refund: (orderId: string, body?: unknown, key?: string) => Promise<Answer<{ refund: Refund; order: Order }>>
  /** Refunds in the provider's dashboard. */
  restore: (intentId: string, amountCents?: number) => Promise<void>
  balances: (orderId: string) => Promise<Record<string, number>>
  problemOf: (orderId: string) => Promise<string>
  /** The promoter's owner, signed in. */
  owner: Browser & { id: string }
  breakProvider: (broken: Partial<PaymentProvider>) => () => void
}

export async function openRefundFixture(): Promise<RefundFixture> {
  const shop = await openShop()
  const { context, promoterId, eventId } = shop
  const { db } = context
  await insertFees(db, { promoterId, ticketBaseCents: 50, ticketBasisPoints: 500, orderBaseCents: 100 })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  const owner = await openCustomer(shop)
  await insertMember(db, { promoterId, accountId: owner.id, role: 'owner' })
  const engine = createSandboxEngine(context)
  const read = async (id: string): Promise<Order> =>
    (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)).data.order
  return {
    shop,
    owner,
    engine,
    ticketTypeId,
    read,
    buy: async (number = CARDS.good) => {
      const cart = newCartId()
      await shop.hold(cart, { [ticketTypeId]: 2 })
      const { order } = (await shop.checkout(cart, 54.5)).data
      await shop.pay(order.id, number)
      return { order: await read(order.id), intentId: await findIntentId(shop, order.id) }
    },
    refund: (orderId, body = { all: true }, key = randomUUID()) =>
      owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body, key }),
    restore: async (intentId, amountCents) => {
      await engine.refund({ intentId, key: randomUUID(), amountCents, metadata: {} })
    },
    balances: async (orderId) => {
      const { rows } = await sql<{ account: string; cents: number }>`
        select account, sum(amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where t.order_id = ${orderId} group by account order by account`.execute(db)
      return Object.fromEntries(rows.map((row) => [row.account, row.cents]))
    },
    problemOf: async (orderId) => {
      const { rows } = await sql<{
        trouble: string
      }>`select trouble from payments where order_id = ${orderId}`.execute(db)
      return rows[0]?.trouble ?? ''
    },
    breakProvider: (broken) => {
      const whole = context.payments
      context.payments = { ...whole, ...broken }
      return () => {
        context.payments = whole
      }
    },
  }
}

async function findIntentId({ context }: Shop, orderId: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select intent_id as id from payments where order_id = ${orderId}`.execute(context.db)
  return rows[0]?.id ?? ''
}
