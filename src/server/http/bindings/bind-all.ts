import { bindAccounts } from './bind-accounts.ts'
import { bindConsole } from './bind-console.ts'
import { bindDomains } from './bind-domains.ts'
import { bindOperators } from './bind-operators.ts'
import { bindPurchase } from './bind-purchase.ts'
import { bindSecondFactors } from './bind-second-factors.ts'
import { bindSites } from './bind-sites.ts'
import { bindStaff } from './bind-staff.ts'
import { bindTracking } from './bind-tracking.ts'
import type {
  Bind,
  BindMember,
  BindOperator,
  BindPromoter,
  BindPromoterUpload,
  BindSignedIn,
  BindUpload,
} from './bindings.ts'

export interface Binders {
  bind: Bind
  bindSignedIn: BindSignedIn
  bindUpload: BindUpload
  bindMember: BindMember
  bindPromoter: BindPromoter
  bindPromoterUpload: BindPromoterUpload
  bindOperator: BindOperator
}

export function bindAll(binders: Binders): void {
  const { bind, bindSignedIn, bindUpload, bindMember, bindPromoter, bindPromoterUpload, bindOperator } =
    binders
  bindSites(bind)
  bindPurchase(bind)
  bindAccounts(bind, bindSignedIn)
  bindSecondFactors(bind, bindSignedIn, bindUpload)
  bindDomains(bind, bindPromoter, bindPromoterUpload)
  bindTracking(bind, bindMember)
  bindConsole(bindPromoter, bindPromoterUpload)
  bindStaff(bindMember)
  bindOperators(bindSignedIn, bindOperator)
}
