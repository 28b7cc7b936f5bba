import {
  deleteCart as deleteCartContract,
  getCart as getCartContract,
  putCart as putCartContract,
} from '#contracts/shop/carts.ts'
import {
  getEvent as getEventContract,
  listEvents as listEventsContract,
  listTickets as listTicketsContract,
} from '#contracts/shop/catalog.ts'
import {
  defaultFees as defaultFeesContract,
  feesForEvent as feesForEventContract,
} from '#contracts/shop/fees.ts'
import { listBuyerLegalTexts as listBuyerLegalTextsContract } from '#contracts/checkout/legal.ts'
import {
  checkout,
  confirmOrder as confirmOrderContract,
  correctOwnEmail as correctOwnEmailContract,
  getOrder as getOrderContract,
  resendOwnOrder as resendOwnOrderContract,
} from '#contracts/checkout/orders.ts'
import {
  cancelPayment as cancelPaymentContract,
  confirmPayment as confirmPaymentContract,
  createIntent as createIntentContract,
} from '#contracts/checkout/payments.ts'
import {
  previewReturn as previewReturnContract,
  returnTickets as returnTicketsContract,
} from '#contracts/checkout/returns.ts'
import {
  getVoucherOffer as getVoucherOfferContract,
  orderVoucher as orderVoucherContract,
} from '#contracts/checkout/voucher-sales.ts'
import { checkVoucher as checkVoucherContract } from '#contracts/checkout/vouchers.ts'
import { validatePromo as validatePromoContract } from '#contracts/shop/promo.ts'
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
  bind(listEventsContract, listEvents)
  bind(getEventContract, getEvent)
  bind(listTicketsContract, listTickets)
  bind(listBuyerLegalTextsContract, listBuyerLegalTexts)
  bind(feesForEventContract, feesForEvent)
  bind(defaultFeesContract, defaultFees)
  bind(validatePromoContract, validatePromo)
  bind(checkVoucherContract, checkVoucher)
  bind(getVoucherOfferContract, getVoucherOffer)
  bind(orderVoucherContract, orderVoucher)
  bind(putCartContract, putCart)
  bind(getCartContract, getCart)
  bind(deleteCartContract, deleteCart)
  bind(checkout, placeOrder)
  bind(getOrderContract, getOrder)
  bind(confirmOrderContract, confirmOrder)
  bind(resendOwnOrderContract, resendOwnOrder)
  bind(correctOwnEmailContract, correctOwnEmail)
  bind(previewReturnContract, previewReturn)
  bind(returnTicketsContract, returnTickets)
  bind(createIntentContract, createIntent)
  bind(confirmPaymentContract, confirmPayment)
  bind(cancelPaymentContract, cancelPayment)
}
