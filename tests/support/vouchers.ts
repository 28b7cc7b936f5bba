import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Voucher, VoucherFields } from '#contracts/console/pricing/vouchers.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Answer } from './ask.ts'
import { openReturnFixture, type ReturnFixture } from './returns.ts'
import { CARDS, newCartId } from './shop.ts'

export type IssuedVoucher = Voucher & { code: string }

export interface VoucherUse {
  code: string
  amount: number
}

export interface VoucherFixture extends ReturnFixture {
  /** Gives out vouchers: one of 20.00 by default. */
  issue: (change?: Partial<VoucherFields>, key?: string) => Promise<Answer<{ vouchers: IssuedVoucher[] }>>
  /** Gives out one voucher and returns it. */
  give: (amount: number) => Promise<IssuedVoucher>
  /** Places an order for two tickets (54.50) in a cart of its own. */
  place: (vouchers: readonly VoucherUse[], cartId?: string) => Promise<Answer<{ order: Order }>>
  /** Places and pays it by voucher and card. */
  buyWith: (vouchers: readonly VoucherUse[], card?: string) => Promise<Order>
  balanceOf: (voucherId: string) => Promise<number>
  /** The ledger of the promoter by account, without the provider's fees. */
  ledger: () => Promise<Record<string, number>>
}

export const FIELDS: VoucherFields = {
  amount: 20,
  currency: 'EUR',
  count: 1,
  validUntil: null,
  recipient: '',
  note: '',
}

export async function openVoucherFixture(): Promise<VoucherFixture> {
  const fixture = await openReturnFixture()
  const { shop, owner } = fixture
  const { db } = shop.context
  const issue: VoucherFixture['issue'] = (change = {}, key = randomUUID()) =>
    owner.ask('POST', '/api/promoter/vouchers', { body: { ...FIELDS, ...change }, key })
  const place: VoucherFixture['place'] = async (vouchers, cartId = newCartId()) => {
    await shop.hold(cartId, { [fixture.ticketTypeId]: 2 })
    return shop.checkout(cartId, 54.5, { vouchers })
  }
  return {
    ...fixture,
    issue,
    place,
    give: async (amount) => {
      const [voucher] = (await issue({ amount })).data.vouchers
      if (!voucher) throw new Error('No voucher was issued.')
      return voucher
    },
    buyWith: async (vouchers, card = CARDS.good) => {
      const { order } = (await place(vouchers)).data
      if (order.status === 'pending') await shop.pay(order.id, card)
      return fixture.read(order.id)
    },
    balanceOf: async (voucherId) => {
      const { rows } = await sql<{ cents: number }>`
        select balance_cents::int as cents from vouchers where id = ${voucherId}`.execute(db)
      return rows[0]?.cents ?? Number.NaN
    },
    ledger: async () => {
      const { rows } = await sql<{ account: string; cents: number }>`
        select e.account, sum(e.amount_cents)::int as cents
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id and t.kind <> 'processing_fee'
        where e.promoter_id = ${shop.promoterId} group by account having sum(amount_cents) <> 0 order by account`.execute(
        db,
      )
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
    },
  }
}
