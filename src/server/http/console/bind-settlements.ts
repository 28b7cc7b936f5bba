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
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindSettlements(bind: Bind): void {
  bind(contracts.getSettlementBalances, getSettlementBalances)
  bind(contracts.listNotDueEvents, listNotDueEvents)
  bind(contracts.listSettlements, listSettlements)
  bind(contracts.getSettlement, getSettlement)
  bind(contracts.listStatementEntries, listStatementEntries)
  bind(statements.listEventStatements, listEventStatements)
  bind(statements.getEventStatement, getEventStatement)
  bind(contracts.requestSettlement, requestSettlement)
  bind(contracts.getSettlementSettings, getSettlementSettings)
  bind(contracts.putSettlementSettings, putSettlementSettings)
  bind(contracts.getSettlementAccount, getSettlementAccount)
  bind(contracts.createSettlementAccount, createSettlementAccount)
  bind(contracts.settlementOnboardingLink, settlementOnboardingLink)
  bind(contracts.settlementDashboardLink, settlementDashboardLink)
}
