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
import type {
  Bind,
  BindDoor,
  BindMember,
  BindOperator,
  BindPromoter,
  BindOperatorUpload,
  BindPromoterUpload,
  BindSignedIn,
  BindUpload,
} from './bindings.ts'

export interface Binders {
  bind: Bind
  bindSignedIn: BindSignedIn
  bindUpload: BindUpload
  bindMember: BindMember
  bindDoor: BindDoor
  bindPromoter: BindPromoter
  bindPromoterUpload: BindPromoterUpload
  bindOperator: BindOperator
  bindOperatorUpload: BindOperatorUpload
}

export function bindAll(binders: Binders): void {
  const { bind, bindSignedIn, bindUpload, bindMember, bindPromoter, bindPromoterUpload } = binders
  const { bindOperator, bindOperatorUpload } = binders
  bindSites(bind)
  bindPurchase(bind)
  bindTickets(bind)
  bindAccounts(bind, bindSignedIn)
  bindSecondFactors(bind, bindSignedIn, bindUpload)
  bindDomains(bind, bindPromoter, bindPromoterUpload)
  bindTracking(bind, bindMember)
  bindDoor(bind, binders.bindDoor, bindPromoter)
  bindConsole(bindPromoter, bindPromoterUpload)
  bindBankAccounts(bind, bindPromoter)
  bindStaff(bindMember)
  bindSettlements(bindPromoter, bindMember)
  bindOperators(bindSignedIn, bindOperator)
  bindOperatorSettlements(bindOperator)
  bindAccountCare(bindOperator)
  bindHealth(bindOperator)
  bindMainSite(bindOperator, bindOperatorUpload)
}
