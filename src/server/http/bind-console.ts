import type { BindPromoter, BindPromoterUpload } from './bindings.ts'
import { bindOrders } from './console/bind-orders.ts'

/** What promoters manage, noun by noun. */
export function bindConsole(bindPromoter: BindPromoter, _bindUpload: BindPromoterUpload): void {
  bindOrders(bindPromoter)
}
