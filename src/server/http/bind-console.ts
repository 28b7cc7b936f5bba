import { refundOrder as refundOrderContract } from '#contracts/refunds.ts'
import { refundOrder } from '../orders/refund-order.ts'
import { bindDevelopers } from './console/bind-developers.ts'
import { bindTeam } from './console/bind-team.ts'
import { bindTicketTypes } from './console/bind-ticket-types.ts'
import { bindReports } from './console/bind-reports.ts'
import type { BindPromoter, BindPromoterUpload } from './bindings.ts'
import { bindEvents } from './console/bind-events.ts'

/** What promoters manage, noun by noun. */
export function bindConsole(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindPromoter(refundOrderContract, refundOrder)
  bindDevelopers(bindPromoter)
  bindTeam(bindPromoter)
  bindEvents(bindPromoter, bindUpload)
  bindTicketTypes(bindPromoter)
  bindReports(bindPromoter)
}
