import { putTicketHolder } from '#contracts/console/orders/attendees.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import {
  addOrderNote as addNoteContract,
  cancelOrder,
  createOrder,
  getOrderDetail,
  listOrderOptions,
  listOrders,
  previewRefund,
  putOrderEmail,
  resendOrder,
  type OrderRowView,
} from '#contracts/console/orders/orders.ts'
import { quoteOrder } from '#contracts/console/orders/order-quotes.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import { refundOrder, type RefundRequestBody } from '#contracts/console/orders/refunds.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, createResourceOf, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export type OrderFilters = Omit<RequestOf<typeof listOrders>['query'], 'cursor'>

export const orderList = createList<OrderRowView, OrderFilters>(async (query) =>
  toListPage(await callPromoter(listOrders, { query }), ({ orders }) => orders),
)

export type OrderOptions = DataOf<typeof listOrderOptions>

export const { $store: $orderOptions, load: loadOrderOptions } = createResource(() =>
  callPromoter(listOrderOptions, {}),
)

const orderDetail = createResourceOf<OrderDetail, string>(
  async (id) => mapData(await callPromoter(getOrderDetail, { params: { id } }), ({ detail }) => detail),
  (id) => id,
)
export const { $store: $orderDetail, load: loadOrderDetail } = orderDetail

type Shown = Result<{ detail: OrderDetail }>

function adopt(answer: Shown): Shown {
  if (answer.success) orderDetail.adopt(answer.data.detail)
  return answer
}

/**
 * Request options with an idempotency key. `key`: created once per decision of the user, so that a repeated request has
 * no further effect.
 */
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

export const resendConfirmation = async (id: string, key: string): Promise<Shown> =>
  adopt(await callPromoter(resendOrder, { params: { id } }, withKey(key)))

export const correctOrderEmail = async (
  id: string,
  body: RequestOf<typeof putOrderEmail>['body'],
): Promise<Shown> => adopt(await callPromoter(putOrderEmail, { params: { id }, body }))

export const cancelManualOrder = async (id: string): Promise<Shown> =>
  adopt(await callPromoter(cancelOrder, { params: { id } }))

export const addOrderNote = async (id: string, text: string): Promise<Shown> =>
  adopt(await callPromoter(addNoteContract, { params: { id }, body: { text } }))

export const previewOrderRefund = (id: string, body: RefundRequestBody) =>
  callPromoter(previewRefund, { params: { id }, body })

export async function requestRefund(id: string, body: RefundRequestBody & { note?: string }, key: string) {
  const answer = await callPromoter(refundOrder, { params: { id }, body }, withKey(key))
  await loadOrderDetail(id)
  return answer
}

export const renameHolder = (
  orderId: string,
  ticketId: string,
  body: RequestOf<typeof putTicketHolder>['body'],
) =>
  onSuccess(callPromoter(putTicketHolder, { params: { id: ticketId }, body }), () => loadOrderDetail(orderId))

export const priceOrder = (body: RequestOf<typeof quoteOrder>['body']) => callPromoter(quoteOrder, { body })

export const createManualOrder = (body: RequestOf<typeof createOrder>['body'], key: string) =>
  callPromoter(createOrder, { body }, withKey(key))
