import { bindAccountCare } from '#server/http/operator/bind-account-care.ts'
import { bindAccounts } from './bind-accounts.ts'
import { bindBankAccounts } from '#server/http/console/bind-bank-accounts.ts'
import { bindConsole } from './bind-console.ts'
import { bindDoor } from './portal/bind-door.ts'
import { bindDomains } from './bind-domains.ts'
import { bindHealth } from '#server/http/operator/bind-health.ts'
import { bindMainSite } from '#server/http/operator/bind-main-site.ts'
import { bindOperators } from './bind-operators.ts'
import { bindPurchase } from './bind-purchase.ts'
import { bindSecondFactors } from './bind-second-factors.ts'
import { bindSites } from './bind-sites.ts'
import { bindOperatorSettlements } from './bind-operator-settlements.ts'
import { bindSettlements } from '#server/http/console/bind-settlements.ts'
import { bindStaff } from './bind-staff.ts'
import { bindTickets } from './checkout/bind-tickets.ts'
import { bindTracking } from './bind-tracking.ts'
import type { Bind, BindUpload } from './bindings.ts'

export interface Binders {
  bind: Bind
  bindUpload: BindUpload
}

export function bindAll({ bind, bindUpload }: Binders): void {
  bindSites(bind)
  bindPurchase(bind)
  bindTickets(bind)
  bindAccounts(bind)
  bindSecondFactors(bind, bindUpload)
  bindDomains(bind, bindUpload)
  bindTracking(bind)
  bindDoor(bind)
  bindConsole(bind, bindUpload)
  bindBankAccounts(bind)
  bindStaff(bind)
  bindSettlements(bind)
  bindOperators(bind)
  bindOperatorSettlements(bind)
  bindAccountCare(bind)
  bindHealth(bind)
  bindMainSite(bind, bindUpload)
}
