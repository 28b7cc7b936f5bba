import {
  countAttendees as countAttendeesContract,
  listAttendees as listAttendeesContract,
  putTicketHolder as putTicketHolderContract,
} from '#contracts/console/attendees.ts'
import {
  previewMessage as previewMessageContract,
  sendMessage as sendMessageContract,
} from '#contracts/console/messages.ts'
import {
  addOrderNote as addOrderNoteContract,
  cancelOrder as cancelOrderContract,
  createOrder as createOrderContract,
  getOrderDetail as getOrderDetailContract,
  listOrderChoices as listOrderChoicesContract,
  listOrders as listOrdersContract,
  previewRefund as previewRefundContract,
  putOrderEmail as putOrderEmailContract,
  resendOrder as resendOrderContract,
} from '#contracts/console/orders.ts'
import { quoteOrder as quoteOrderContract } from '#contracts/console/order-quotes.ts'
import { refundOrder as refundOrderContract } from '#contracts/refunds.ts'
import { countAttendees } from '../../attendees/count-attendees.ts'
import { listAttendees } from '../../attendees/list-attendees.ts'
import { putTicketHolder } from '../../attendees/put-ticket-holder.ts'
import { addOrderNote } from '../../orders/add-order-note.ts'
import { cancelOrder } from '../../orders/cancel-order.ts'
import { createOrder } from '../../orders/create-order.ts'
import { listOrderChoices } from '../../orders/list-order-choices.ts'
import { listOrders } from '../../orders/list-orders.ts'
import { previewMessage } from '../../orders/preview-message.ts'
import { previewRefund } from '../../orders/preview-refund.ts'
import { putOrderEmail } from '../../orders/put-order-email.ts'
import { quoteOrder } from '../../orders/quote-order.ts'
import { refundOrder } from '../../orders/refund-order.ts'
import { resendOrder } from '../../orders/resend-order.ts'
import { sendMessage } from '../../orders/send-message.ts'
import { getOrderDetail } from '../../orders/show-order.ts'
import type { BindPromoter } from '../bindings.ts'

export function bindOrders(bindPromoter: BindPromoter): void {
  bindPromoter(listOrdersContract, listOrders)
  bindPromoter(createOrderContract, createOrder)
  bindPromoter(quoteOrderContract, quoteOrder)
  bindPromoter(listOrderChoicesContract, listOrderChoices)
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
}
