import * as attendees from '#contracts/console/orders/attendees.ts'
import * as messages from '#contracts/console/orders/messages.ts'
import * as orders from '#contracts/console/orders/orders.ts'
import * as doorSales from '#contracts/console/door/door-sales.ts'
import * as orderQuotes from '#contracts/console/orders/order-quotes.ts'
import * as refunds from '#contracts/console/orders/refunds.ts'
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
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindOrders(bind: Bind): void {
  bind(orders.listOrders, listOrders)
  bind(orders.createOrder, createOrder)
  bind(orderQuotes.quoteOrder, quoteOrder)
  bind(orders.listOrderOptions, listOrderOptions)
  bind(orders.getOrderDetail, getOrderDetail)
  bind(refunds.refundOrder, refundOrder)
  bind(orders.previewRefund, previewRefund)
  bind(orders.resendOrder, resendOrder)
  bind(orders.putOrderEmail, putOrderEmail)
  bind(orders.cancelOrder, cancelOrder)
  bind(orders.addOrderNote, addOrderNote)
  bind(attendees.listAttendees, listAttendees)
  bind(attendees.countAttendees, countAttendees)
  bind(attendees.putTicketHolder, putTicketHolder)
  bind(messages.previewMessage, previewMessage)
  bind(messages.sendMessage, sendMessage)
  bind(doorSales.listDoorSales, listDoorSales)
  bind(doorSales.raiseDoorShare, raiseDoorShare)
  bind(doorSales.recallDoorShare, recallDoorShare)
}
