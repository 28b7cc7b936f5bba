import * as contracts from '#contracts/console/settlements.ts'
import * as statements from '#contracts/console/statements/event-statements.ts'
import {
  getEventStatement,
  listEventStatements,
} from '#server/money/settlement-statements/get-event-statement.ts'
import {
  createSettlementAccount,
  getSettlementAccount,
  settlementDashboardLink,
  settlementOnboardingLink,
} from '#server/money/settlement-accounts/settlement-account.ts'
import {
  getSettlement,
  getSettlementBalances,
  listNotDueEvents,
  listSettlements,
  listStatementEntries,
} from '#server/money/settlements/list-settlements.ts'
import { requestSettlement } from '#server/money/settlements/request-settlement.ts'
import {
  getSettlementSettings,
  putSettlementSettings,
} from '#server/money/settlements/settlement-settings.ts'
import type { BindMember, BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindSettlements(bindPromoter: BindPromoter, bindMember: BindMember): void {
  bindPromoter(contracts.getSettlementBalances, getSettlementBalances)
  bindPromoter(contracts.listNotDueEvents, listNotDueEvents)
  bindPromoter(contracts.listSettlements, listSettlements)
  bindPromoter(contracts.getSettlement, getSettlement)
  bindPromoter(contracts.listStatementEntries, listStatementEntries)
  bindPromoter(statements.listEventStatements, listEventStatements)
  bindPromoter(statements.getEventStatement, getEventStatement)
  bindPromoter(contracts.requestSettlement, requestSettlement)
  bindPromoter(contracts.getSettlementSettings, getSettlementSettings)
  bindPromoter(contracts.putSettlementSettings, putSettlementSettings)
  bindPromoter(contracts.getSettlementAccount, getSettlementAccount)
  bindMember(contracts.createSettlementAccount, createSettlementAccount)
  bindMember(contracts.settlementOnboardingLink, settlementOnboardingLink)
  bindMember(contracts.settlementDashboardLink, settlementDashboardLink)
}
