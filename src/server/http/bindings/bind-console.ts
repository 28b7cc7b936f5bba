import type { Bind, BindUpload } from './bindings.ts'
import { bindCheckIn } from '#server/http/console/bind-check-in.ts'
import { bindDevelopers } from '#server/http/console/bind-developers.ts'
import { bindEvents } from '#server/http/console/bind-events.ts'
import { bindLegal } from '#server/http/console/bind-legal.ts'
import { bindEmailTemplates } from '#server/http/console/bind-email-templates.ts'
import { bindOrders } from '#server/http/console/bind-orders.ts'
import { bindPricing } from '#server/http/console/bind-pricing.ts'
import { bindReports } from '#server/http/console/bind-reports.ts'
import { bindTeam } from '#server/http/console/bind-team.ts'
import { bindTicketTypes } from '#server/http/console/bind-ticket-types.ts'

export function bindConsole(bind: Bind, bindUpload: BindUpload): void {
  bindEvents(bind, bindUpload)
  bindDevelopers(bind)
  bindTicketTypes(bind)
  bindCheckIn(bind)
  bindPricing(bind, bindUpload)
  bindOrders(bind)
  bindReports(bind)
  bindTeam(bind)
  bindEmailTemplates(bind)
  bindLegal(bind)
}
