import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { VoucherOrderBody } from '#contracts/checkout/voucher-sales.ts'
import type { VoucherOfferSettings } from '#contracts/console/pricing/voucher-offer.ts'
import type { Order } from '#model/sales/orders.ts'
import { formatVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { findPayment, type PaymentRow } from '#server/money/payments/payment-rows.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import type { ProviderDispute } from '#server/money/providers/provider.ts'
import { findSoldVoucher } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import { decryptVoucherCode } from '#server/sales/vouchers/issue-voucher.ts'
import type { Answer } from './ask.ts'
import { CARDS, CUSTOMER, type Shop } from './shop.ts'
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

type ReportedDispute = Pick<ProviderDispute, 'id' | 'amountCents' | 'status'>

export interface VoucherSaleFixture extends VoucherFixture {
  setOffer: (change?: Partial<VoucherOfferSettings>) => Promise<Answer<{ offer: VoucherOfferSettings }>>
  /** Places an order for a voucher of 50.00. */
  orderVoucher: (change?: Partial<VoucherOrderBody>, key?: string) => Promise<Answer<{ order: Order }>>
  /** Orders and pays a voucher of 50.00. */
  buyVoucher: (
    change?: Partial<VoucherOrderBody>,
    card?: string,
  ) => Promise<{ orderId: string; voucherId: string; code: string }>
  /** Records disputes of a bought voucher's payment, as the provider could report them. */
  dispute: (orderId: string, ...disputes: ReportedDispute[]) => Promise<void>
  /** Refunds a bought voucher in the provider's dashboard: all of it by default. */
  refundAtProvider: (orderId: string, amountCents?: number) => Promise<void>
  /** Lets the provider finish what is due, and records what it reports. */
  lookAgain: () => Promise<void>
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
  const hear = async (orderId: string, disputes: ReportedDispute[] = []): Promise<void> => {
    const { context } = shop
    const payment = await paymentOf(shop, orderId)
    const intent = await context.payments.fetchIntent(payment.intentId)
    const reported = disputes.map((dispute) => ({ ...dispute, reason: 'fraudulent' }))
    await recordIntent(context, { payment, intent: { ...intent, disputes: reported } })
  }
  const lookAgain = async (): Promise<void> => {
    shop.clock.advance(2 * 3_600_000)
    await fixture.engine.settle()
    await reconcilePayments(shop.context)
    await deliverSandboxEvents(shop.context)
  }
  return {
    ...fixture,
    setOffer,
    orderVoucher,
    buyVoucher: async (change, card = CARDS.good) => {
      const { id: orderId } = (await orderVoucher(change)).data.order
      await shop.pay(orderId, card)
      const voucher = await findSoldVoucher(shop.context.db, orderId)
      return voucher
        ? {
            orderId,
            voucherId: voucher.id,
            code: formatVoucherCode(decryptVoucherCode(shop.context, voucher)),
          }
        : { orderId, voucherId: '', code: '' }
    },
    dispute: (orderId, ...disputes) => hear(orderId, disputes),
    refundAtProvider: async (orderId, amountCents) => {
      await fixture.restore((await paymentOf(shop, orderId)).intentId, amountCents)
      await hear(orderId)
    },
    lookAgain,
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

async function paymentOf({ context }: Shop, orderId: string): Promise<PaymentRow> {
  const payment = await findPayment(context.db, orderId)
  if (!payment) throw new Error('The order has no payment.')
  return payment
}
