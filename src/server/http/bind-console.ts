import type { BindPromoter, BindPromoterUpload } from './bindings.ts'
import { bindDevelopers } from './console/bind-developers.ts'
import { bindEvents } from './console/bind-events.ts'
import { bindLegal } from './console/bind-legal.ts'
import { bindLetters } from './console/bind-letters.ts'
import { bindOrders } from './console/bind-orders.ts'
import { bindPricing } from './console/bind-pricing.ts'
import { bindReports } from './console/bind-reports.ts'
import { bindTeam } from './console/bind-team.ts'
import { bindTicketTypes } from './console/bind-ticket-types.ts'

export function bindConsole(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindEvents(bindPromoter, bindUpload)
  bindDevelopers(bindPromoter)
  bindTicketTypes(bindPromoter)
  bindPricing(bindPromoter, bindUpload)
  bindOrders(bindPromoter)
  bindReports(bindPromoter)
  bindTeam(bindPromoter)
  bindLetters(bindPromoter)
  bindLegal(bindPromoter)
}
