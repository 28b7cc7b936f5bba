import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { VoucherOrderBody } from '#contracts/checkout/voucher-sales.ts'
import type { VoucherOfferSettings } from '#contracts/console/pricing/voucher-offer.ts'
import type { Order } from '#model/sales/orders.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { findSoldVoucher } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { revealCode } from '#server/sales/vouchers/issue-voucher.ts'
import type { Answer } from './ask.ts'
import { CARDS, CUSTOMER } from './shop.ts'
import { openVoucherFixture, type VoucherFixture } from './vouchers.ts'

export const OFFER: VoucherOfferSettings = {
  isActive: true,
  currency: 'EUR',
  amounts: [25, 50],
  min: 10,
  max: 200,
  text: 'A present for every **season**.',
  version: 0,
}

export interface VoucherSaleFixture extends VoucherFixture {
  setOffer: (change?: Partial<VoucherOfferSettings>) => Promise<Answer<{ offer: VoucherOfferSettings }>>
  /** Places an order for a voucher of 50.00. */
  orderVoucher: (change?: Partial<VoucherOrderBody>, key?: string) => Promise<Answer<{ order: Order }>>
  /** Orders and pays a voucher of 50.00. */
  buyVoucher: (
    change?: Partial<VoucherOrderBody>,
    card?: string,
  ) => Promise<{ orderId: string; voucherId: string; code: string }>
  /** Facts of the emails about orders in the outbox. */
  mails: () => Promise<string[]>
}

/** A shop that sells vouchers. */
export async function openVoucherSaleFixture(): Promise<VoucherSaleFixture> {
  const fixture = await openVoucherFixture()
  const { shop, owner } = fixture
  const setOffer: VoucherSaleFixture['setOffer'] = (change = {}) =>
    owner.ask('PUT', '/api/promoter/voucher-offer', { body: { ...OFFER, ...change } })
  await setOffer()
  const orderVoucher: VoucherSaleFixture['orderVoucher'] = (change = {}, key = randomUUID()) =>
    shop.ask('POST', '/api/public/voucher-orders', {
      body: { amount: 50, currency: 'EUR', customer: CUSTOMER, ...change },
      key,
    })
  return {
    ...fixture,
    setOffer,
    orderVoucher,
    buyVoucher: async (change, card = CARDS.good) => {
      const { id: orderId } = (await orderVoucher(change)).data.order
      await shop.pay(orderId, card)
      const voucher = await findSoldVoucher(shop.context.db, orderId)
      return voucher
        ? { orderId, voucherId: voucher.id, code: formatVoucherCode(revealCode(shop.context, voucher)) }
        : { orderId, voucherId: '', code: '' }
    },
    mails: async () => {
      const { rows } = await sql<{
        fact: string
      }>`select fact from mails where kind in ('order_confirmed', 'voucher_delivered', 'order_refunded') order by created_at, fact`.execute(
        shop.context.db,
      )
      return rows.map(({ fact }) => fact)
    },
  }
}
