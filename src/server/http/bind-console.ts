import { refundOrder as refundOrderContract } from '#contracts/refunds.ts'
import { refundOrder } from '../orders/refund-order.ts'
import type { BindPromoter, BindPromoterUpload } from './bindings.ts'
import { bindLetters } from './console/bind-letters.ts'

/** What promoters manage, noun by noun. */
export function bindConsole(bindPromoter: BindPromoter, _bindUpload: BindPromoterUpload): void {
  bindPromoter(refundOrderContract, refundOrder)
  bindLetters(bindPromoter)
}
