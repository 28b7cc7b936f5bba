import {
  deleteCart as deleteCartContract,
  getCart as getCartContract,
  putCart as putCartContract,
} from '#contracts/carts.ts'
import {
  getEvent as getEventContract,
  listEvents as listEventsContract,
  listTickets as listTicketsContract,
} from '#contracts/catalog.ts'
import { defaultFees as defaultFeesContract, feesForEvent as feesForEventContract } from '#contracts/fees.ts'
import { listBuyerLegalTexts as listBuyerLegalTextsContract } from '#contracts/legal.ts'
import {
  checkout,
  confirmOrder as confirmOrderContract,
  getOrder as getOrderContract,
} from '#contracts/orders.ts'
import {
  cancelPayment as cancelPaymentContract,
  confirmPayment as confirmPaymentContract,
  createIntent as createIntentContract,
} from '#contracts/payments.ts'
import { validatePromo as validatePromoContract } from '#contracts/promo.ts'
import { deleteCart } from '../cart/delete-cart.ts'
import { getCart } from '../cart/get-cart.ts'
import { putCart } from '../cart/put-cart.ts'
import { getEvent } from '../catalog/get-event.ts'
import { listEvents } from '../catalog/list-events.ts'
import { listTickets } from '../catalog/list-tickets.ts'
import { defaultFees, feesForEvent } from '../fees/fees-for-event.ts'
import { confirmOrder } from '../orders/confirm-order.ts'
import { getOrder } from '../orders/get-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { cancelPayment } from '../payments/cancel-payment.ts'
import { confirmPayment } from '../payments/confirm-payment.ts'
import { createIntent } from '../payments/create-intent.ts'
import { validatePromo } from '../promo/validate-promo.ts'
import { listBuyerLegalTexts } from '../sites/list-buyer-legal-texts.ts'
import type { Bind } from './bindings.ts'

export function bindPurchase(bind: Bind): void {
  bind(listEventsContract, listEvents)
  bind(getEventContract, getEvent)
  bind(listTicketsContract, listTickets)
  bind(listBuyerLegalTextsContract, listBuyerLegalTexts)
  bind(feesForEventContract, feesForEvent)
  bind(defaultFeesContract, defaultFees)
  bind(validatePromoContract, validatePromo)
  bind(putCartContract, putCart)
  bind(getCartContract, getCart)
  bind(deleteCartContract, deleteCart)
  bind(checkout, placeOrder)
  bind(getOrderContract, getOrder)
  bind(confirmOrderContract, confirmOrder)
  bind(createIntentContract, createIntent)
  bind(confirmPaymentContract, confirmPayment)
  bind(cancelPaymentContract, cancelPayment)
}
