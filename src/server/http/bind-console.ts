import { refundOrder as refundOrderContract } from '#contracts/refunds.ts'
import { refundOrder } from '../orders/refund-order.ts'
import type { BindSignedIn } from './bindings.ts'

/** What promoters manage. */
export function bindConsole(bindSignedIn: BindSignedIn): void {
  bindSignedIn(refundOrderContract, refundOrder)
}
