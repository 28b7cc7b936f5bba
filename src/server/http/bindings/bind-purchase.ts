import * as carts from '#contracts/shop/carts.ts'
import * as catalog from '#contracts/shop/catalog.ts'
import * as fees from '#contracts/shop/fees.ts'
import * as legal from '#contracts/checkout/legal.ts'
import * as orders from '#contracts/checkout/orders.ts'
import * as payments from '#contracts/checkout/payments.ts'
import * as returns from '#contracts/checkout/returns.ts'
import * as voucherSales from '#contracts/checkout/voucher-sales.ts'
import * as vouchers from '#contracts/checkout/vouchers.ts'
import * as promo from '#contracts/shop/promo.ts'
import { deleteCart } from '#server/sales/cart/delete-cart.ts'
import { getCart } from '#server/sales/cart/get-cart.ts'
import { putCart } from '#server/sales/cart/put-cart.ts'
import { getEvent } from '#server/catalog/listings/get-event.ts'
import { listEvents } from '#server/catalog/search/list-events.ts'
import { listTickets } from '#server/catalog/listings/list-tickets.ts'
import { defaultFees, feesForEvent } from '#server/catalog/listings/fees-for-event.ts'
import { confirmOrder } from '#server/money/purchase/confirm-order.ts'
import { getOrder } from '#server/money/purchase/get-order.ts'
import { placeOrder } from '#server/sales/checkout/place-order.ts'
import { cancelPayment } from '#server/money/payments/cancel-payment.ts'
import { confirmPayment } from '#server/money/purchase/confirm-payment.ts'
import { createIntent } from '#server/money/purchase/create-intent.ts'
import { correctOwnEmail } from '#server/sales/own-orders/correct-own-email.ts'
import { resendOwnOrder } from '#server/sales/own-orders/resend-own-order.ts'
import { previewReturn } from '#server/money/returns/preview-return.ts'
import { returnTickets } from '#server/money/returns/return-tickets.ts'
import { validatePromo } from '#server/sales/promo/validate-promo.ts'
import { orderVoucher } from '#server/sales/voucher-sales/place-voucher-order.ts'
import { getVoucherOffer } from '#server/sales/voucher-sales/show-voucher-offer.ts'
import { checkVoucher } from '#server/sales/vouchers/check-voucher.ts'
import { listBuyerLegalTexts } from '#server/catalog/listings/list-buyer-legal-texts.ts'
import type { Bind } from './bindings.ts'

export function bindPurchase(bind: Bind): void {
  bind(catalog.listEvents, listEvents)
  bind(catalog.getEvent, getEvent)
  bind(catalog.listTickets, listTickets)
  bind(legal.listBuyerLegalTexts, listBuyerLegalTexts)
  bind(fees.feesForEvent, feesForEvent)
  bind(fees.defaultFees, defaultFees)
  bind(promo.validatePromo, validatePromo)
  bind(vouchers.checkVoucher, checkVoucher)
  bind(voucherSales.getVoucherOffer, getVoucherOffer)
  bind(voucherSales.orderVoucher, orderVoucher)
  bind(carts.putCart, putCart)
  bind(carts.getCart, getCart)
  bind(carts.deleteCart, deleteCart)
  bind(orders.checkout, placeOrder)
  bind(orders.getOrder, getOrder)
  bind(orders.confirmOrder, confirmOrder)
  bind(orders.resendOwnOrder, resendOwnOrder)
  bind(orders.correctOwnEmail, correctOwnEmail)
  bind(returns.previewReturn, previewReturn)
  bind(returns.returnTickets, returnTickets)
  bind(payments.createIntent, createIntent)
  bind(payments.confirmPayment, confirmPayment)
  bind(payments.cancelPayment, cancelPayment)
}
