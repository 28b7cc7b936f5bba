import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ReturnPreview, TicketReturn } from '#contracts/checkout/returns.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Answer } from './ask.ts'
import { openTill, type Till } from './refunds.ts'

export interface SetRules {
  days: number | null
  feePercent?: number
  feeCents?: number
  returnsFees?: boolean
}

export interface ReturnDesk extends Till {
  setRules: (rules: SetRules) => Promise<void>
  preview: (orderId: string, tickets?: readonly string[]) => Promise<Answer<ReturnPreview>>
  giveTickets: (
    orderId: string,
    tickets: readonly string[],
    more?: { expectedAmount?: number; key?: string },
  ) => Promise<Answer<{ return: TicketReturn; order: Order }>>
}

/** A till whose event takes tickets back. Without `expectedAmount`, the previewed one is sent. */
export async function openReturnDesk(): Promise<ReturnDesk> {
  const till = await openTill()
  const { shop } = till
  const preview: ReturnDesk['preview'] = (orderId, tickets = []) =>
    shop.ask('POST', `/api/public/orders/${orderId}/returns/preview`, { body: { tickets } })
  return {
    ...till,
    preview,
    setRules: async ({ days, feePercent = 0, feeCents = 0, returnsFees = true }) => {
      await sql`
        update events set return_days = ${days}, return_fee_basis_points = ${feePercent * 100}, return_fee_cents = ${feeCents},
          returns_fees = ${returnsFees} where id = ${shop.eventId}`.execute(shop.context.db)
    },
    giveTickets: async (orderId, tickets, { expectedAmount, key = randomUUID() } = {}) => {
      const amount = expectedAmount ?? (await preview(orderId, tickets)).data?.amount ?? 0
      return shop.ask('POST', `/api/public/orders/${orderId}/returns`, {
        body: { tickets, expectedAmount: amount },
        key,
      })
    },
  }
}
