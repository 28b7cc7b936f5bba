import {
  countAttendees as countAttendeesContract,
  listAttendees as listAttendeesContract,
  putTicketHolder as putTicketHolderContract,
} from '#contracts/console/orders/attendees.ts'
import {
  previewMessage as previewMessageContract,
  sendMessage as sendMessageContract,
} from '#contracts/console/orders/messages.ts'
import {
  addOrderNote as addOrderNoteContract,
  cancelOrder as cancelOrderContract,
  createOrder as createOrderContract,
  getOrderDetail as getOrderDetailContract,
  listOrderOptions as listOrderOptionsContract,
  listOrders as listOrdersContract,
  previewRefund as previewRefundContract,
  putOrderEmail as putOrderEmailContract,
  resendOrder as resendOrderContract,
} from '#contracts/console/orders/orders.ts'
import {
  listDoorSales as listDoorSalesContract,
  raiseDoorShare as raiseDoorShareContract,
  recallDoorShare as recallDoorShareContract,
} from '#contracts/console/door/door-sales.ts'
import { quoteOrder as quoteOrderContract } from '#contracts/console/orders/order-quotes.ts'
import { refundOrder as refundOrderContract } from '#contracts/console/orders/refunds.ts'
import { countAttendees } from '#server/sales/attendees/count-attendees.ts'
import { listAttendees } from '#server/sales/attendees/list-attendees.ts'
import { putTicketHolder } from '#server/sales/attendees/put-ticket-holder.ts'
import { addOrderNote } from '#server/sales/order-management/add-order-note.ts'
import { cancelOrder } from '#server/money/purchase/cancel-order.ts'
import { createOrder } from '#server/sales/checkout/create-order.ts'
import { listOrderOptions } from '#server/sales/order-management/list-order-options.ts'
import { raiseDoorShare, recallDoorShare } from '#server/sales/door-sales/change-door-shares.ts'
import { listDoorSales } from '#server/sales/door-sales/list-door-sales.ts'
import { listOrders } from '#server/sales/order-management/list-orders.ts'
import { previewMessage } from '#server/messages/order-messages/preview-message.ts'
import { previewRefund } from '#server/money/refunds/preview-refund.ts'
import { putOrderEmail } from '#server/sales/order-management/put-order-email.ts'
import { quoteOrder } from '#server/sales/checkout/quote-order.ts'
import { refundOrder } from '#server/money/refunds/refund-order.ts'
import { resendOrder } from '#server/sales/order-management/resend-order.ts'
import { sendMessage } from '#server/messages/order-messages/send-message.ts'
import { getOrderDetail } from '#server/sales/orders/show-order.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindOrders(bindPromoter: BindPromoter): void {
  bindPromoter(listOrdersContract, listOrders)
  bindPromoter(createOrderContract, createOrder)
  bindPromoter(quoteOrderContract, quoteOrder)
  bindPromoter(listOrderOptionsContract, listOrderOptions)
  bindPromoter(getOrderDetailContract, getOrderDetail)
  bindPromoter(refundOrderContract, refundOrder)
  bindPromoter(previewRefundContract, previewRefund)
  bindPromoter(resendOrderContract, resendOrder)
  bindPromoter(putOrderEmailContract, putOrderEmail)
  bindPromoter(cancelOrderContract, cancelOrder)
  bindPromoter(addOrderNoteContract, addOrderNote)
  bindPromoter(listAttendeesContract, listAttendees)
  bindPromoter(countAttendeesContract, countAttendees)
  bindPromoter(putTicketHolderContract, putTicketHolder)
  bindPromoter(previewMessageContract, previewMessage)
  bindPromoter(sendMessageContract, sendMessage)
  bindPromoter(listDoorSalesContract, listDoorSales)
  bindPromoter(raiseDoorShareContract, raiseDoorShare)
  bindPromoter(recallDoorShareContract, recallDoorShare)
}
