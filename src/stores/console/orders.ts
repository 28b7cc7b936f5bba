import { atom, onMount, type WritableAtom } from 'nanostores'
import { putTicketHolder } from '#contracts/console/attendees.ts'
import type { OrderDetail } from '#contracts/console/order-detail.ts'
import {
  addOrderNote,
  cancelOrder,
  createOrder,
  getOrderDetail,
  listOrderChoices,
  listOrders,
  previewRefund,
  putOrderEmail,
  resendOrder,
  type OrderRowView,
} from '#contracts/console/orders.ts'
import { quoteOrder } from '#contracts/console/order-quotes.ts'
import type { CallOf, DataOf } from '#contracts/endpoint.ts'
import { refundOrder, type RefundRequestBody } from '#contracts/refunds.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { callPromoter } from '../own-promoters.ts'
import { listStore, type ListStore } from '../promoter-list.ts'

export type OrderFilters = Omit<CallOf<typeof listOrders>['query'], 'cursor'>

export const orderList: ListStore<OrderRowView, OrderFilters> = listStore(async (filters, cursor) => {
  const answer = await callPromoter(listOrders, { query: { ...filters, ...(cursor ? { cursor } : {}) } })
  if (!answer.success) return answer
  const { orders, nextCursor } = answer.data
  return { success: true, data: { rows: orders, nextCursor } }
})

export type OrderChoices = DataOf<typeof listOrderChoices>

/** Options for filters and manual orders: events and links. */
export const $orderChoices: WritableAtom<Loaded<OrderChoices>> = atom(LOADING)

onMount($orderChoices, () => void loadOrderChoices())

export async function loadOrderChoices(): Promise<void> {
  const answer = await callPromoter(listOrderChoices, {})
  $orderChoices.set(answer.success ? { data: answer.data } : { failure: answer.error.message })
}

/** The order of this page. */
export const $orderDetail: WritableAtom<Loaded<OrderDetail> & { code?: string }> = atom(LOADING)

export async function loadOrderDetail(id: string): Promise<void> {
  const answer = await callPromoter(getOrderDetail, { params: { id } })
  if (answer.success) $orderDetail.set({ data: answer.data.detail })
  else $orderDetail.set({ failure: answer.error.message, code: answer.error.code })
}

type Shown = Result<{ detail: OrderDetail }>

function adopt(answer: Shown): Shown {
  if (answer.success) $orderDetail.set({ data: answer.data.detail })
  return answer
}

/** `key`: one per decision; a repeated request has the same effect once. */
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

export const resend = async (id: string, key: string): Promise<Shown> =>
  adopt(await callPromoter(resendOrder, { params: { id } }, withKey(key)))

export const correctEmail = async (id: string, body: CallOf<typeof putOrderEmail>['body']): Promise<Shown> =>
  adopt(await callPromoter(putOrderEmail, { params: { id }, body }))

export const callOff = async (id: string): Promise<Shown> =>
  adopt(await callPromoter(cancelOrder, { params: { id } }))

export const addNote = async (id: string, text: string): Promise<Shown> =>
  adopt(await callPromoter(addOrderNote, { params: { id }, body: { text } }))

export const lookAtRefund = (id: string, wish: RefundRequestBody) =>
  callPromoter(previewRefund, { params: { id }, body: wish })

export async function giveBack(id: string, body: RefundRequestBody & { note?: string }, key: string) {
  const answer = await callPromoter(refundOrder, { params: { id }, body }, withKey(key))
  await loadOrderDetail(id)
  return answer
}

export async function renameHolder(
  orderId: string,
  ticketId: string,
  body: CallOf<typeof putTicketHolder>['body'],
) {
  const answer = await callPromoter(putTicketHolder, { params: { id: ticketId }, body })
  if (answer.success) await loadOrderDetail(orderId)
  return answer
}

/** Price of a manual order. */
export const priceOrder = (body: CallOf<typeof quoteOrder>['body']) => callPromoter(quoteOrder, { body })

export const takeOrder = (body: CallOf<typeof createOrder>['body'], key: string) =>
  callPromoter(createOrder, { body }, withKey(key))
