import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ReturnPreview, TicketReturn } from '#contracts/checkout/returns.ts'
import type { RefundAs, ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Answer } from './ask.ts'
import { openRefundFixture, type RefundFixture } from './refunds.ts'

export interface SetRules {
  days: number | null
  feePercent?: number
  feeCents?: number
  returnsFees?: boolean
  refundAs?: RefundAs
  voucherInFull?: boolean
}

export interface ReturnFixture extends RefundFixture {
  setRules: (rules: SetRules) => Promise<void>
  preview: (orderId: string, tickets?: readonly string[], as?: ReturnMethod) => Promise<Answer<ReturnPreview>>
  giveTickets: (
    orderId: string,
    tickets: readonly string[],
    more?: { expectedAmount?: number; key?: string; as?: ReturnMethod },
  ) => Promise<Answer<{ return: TicketReturn; order: Order }>>
}

/** A shop whose event takes returns. Without `expectedAmount`, the previewed one is sent. */
export async function openReturnFixture(): Promise<ReturnFixture> {
  const fixture = await openRefundFixture()
  const { shop } = fixture
  const preview: ReturnFixture['preview'] = (orderId, tickets = [], as = 'money') =>
    shop.ask('POST', `/api/public/orders/${orderId}/returns/preview`, { body: { tickets, as } })
  return {
    ...fixture,
    preview,
    setRules: async (rules) => {
      const { days, feePercent = 0, feeCents = 0, returnsFees = true } = rules
      const { refundAs = 'money', voucherInFull = false } = rules
      await sql`
        update events set return_days = ${days}, return_fee_basis_points = ${feePercent * 100}, return_fee_cents = ${feeCents},
          returns_fees = ${returnsFees}, return_as = ${refundAs}, voucher_in_full = ${voucherInFull} where id = ${shop.eventId}`.execute(
        shop.context.db,
      )
    },
    giveTickets: async (orderId, tickets, { expectedAmount, key = randomUUID(), as } = {}) => {
      const amount = expectedAmount ?? (await preview(orderId, tickets, as)).data?.amount ?? 0
      return shop.ask('POST', `/api/public/orders/${orderId}/returns`, {
        body: { tickets, expectedAmount: amount, ...(as && { as }) },
        key,
      })
    },
  }
}
