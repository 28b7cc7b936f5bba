import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
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
import type { Endpoint } from '#contracts/endpoint.ts'
import { fail } from '#contracts/errors.ts'
import { defaultFees as defaultFeesContract, feesForEvent as feesForEventContract } from '#contracts/fees.ts'
import {
  checkout,
  confirmOrder as confirmOrderContract,
  getOrder as getOrderContract,
} from '#contracts/orders.ts'
import {
  cancelPayment as cancelPaymentContract,
  confirmPayment as confirmPaymentContract,
  createIntent as createIntentContract,
  paymentWebhook,
} from '#contracts/payments.ts'
import { validatePromo as validatePromoContract } from '#contracts/promo.ts'
import { deleteCart } from '../cart/delete-cart.ts'
import { getCart } from '../cart/get-cart.ts'
import { putCart } from '../cart/put-cart.ts'
import { getEvent } from '../catalog/get-event.ts'
import { listEvents } from '../catalog/list-events.ts'
import { listTickets } from '../catalog/list-tickets.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import { defaultFees, feesForEvent } from '../fees/fees-for-event.ts'
import { confirmOrder } from '../orders/confirm-order.ts'
import { getOrder } from '../orders/get-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { cancelPayment } from '../payments/cancel-payment.ts'
import { confirmPayment } from '../payments/confirm-payment.ts'
import { createIntent } from '../payments/create-intent.ts'
import { receiveWebhook } from '../payments/receive-webhook.ts'
import { validatePromo } from '../promo/validate-promo.ts'
import type { UseCase } from '../use-case.ts'
import { envelope, handle } from './endpoint.ts'

type Api = Hono<{ Bindings: Partial<HttpBindings> }>

/** No request of the API is larger than this. */
const BODY_LIMIT_BYTES = 256 * 1024

/** Every contract bound to its use case, noun by noun. Everything under /api answers with the envelope, 404 and 405 too. */
export function createApi(context: Context): Api {
  const app: Api = new Hono()
  const bound: Endpoint[] = []
  const bind = <E extends Endpoint>(contract: E, useCase: UseCase<E>): void => {
    bound.push(contract)
    app.on(contract.method, routeOf(contract), handle(context, contract, useCase))
  }
  app.use('*', bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: () => envelope(fail('BODY_TOO_LARGE')) }))

  bind(listEventsContract, listEvents)
  bind(getEventContract, getEvent)
  bind(listTicketsContract, listTickets)
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

  bound.push(paymentWebhook)
  app.post(routeOf(paymentWebhook), async (request) => {
    const signature = request.req.header(context.payments.signatureHeader) ?? ''
    return envelope(await receiveWebhook(context, { rawBody: await request.req.text(), signature }))
  })

  refuseOtherMethods(app, bound)
  app.notFound(() => envelope(fail('NOT_FOUND')))
  app.onError((error, request) => {
    const requestId = request.env?.outgoing?.getHeader('x-request-id')
    context.log.error({ err: error, requestId, path: request.req.path }, 'A request broke')
    return envelope(fail(isDatabaseDown(error) ? 'UNAVAILABLE' : 'INTERNAL_ERROR'))
  })
  return app
}

/** Contracts write `{id}`, the router `:id`. */
const routeOf = (contract: Pick<Endpoint, 'path'>): string => contract.path.replaceAll(/\{(\w+)\}/g, ':$1')

function refuseOtherMethods(app: Api, bound: readonly Endpoint[]): void {
  for (const [route, contracts] of Map.groupBy(bound, routeOf)) {
    const methods = contracts.map((contract) => contract.method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.all(route, () => {
      const refusal = envelope(fail('METHOD_NOT_ALLOWED'))
      refusal.headers.set('Allow', allowed.join(', '))
      return refusal
    })
  }
}
