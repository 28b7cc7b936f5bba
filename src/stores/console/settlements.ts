import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { downloadFile } from '#browser/portal/download.ts'
import {
  changeBankAccount as changeContract,
  confirmBankAccounts as confirmContract,
  listBankAccounts,
  undoBankAccountChange as undoContract,
} from '#contracts/console/bank-accounts.ts'
import {
  createSettlementAccount,
  getSettlement,
  getSettlementAccount,
  getSettlementBalances,
  getSettlementSettings,
  listNotDueEvents,
  listSettlements,
  listStatementEntries,
  putSettlementSettings,
  requestSettlement as requestContract,
  settlementDashboardLink,
  settlementOnboardingLink,
  type Settlement,
  type StatementEntry,
} from '#contracts/console/settlements.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, createResourceOf, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const balances = createResource(async () =>
  mapData(await callPromoter(getSettlementBalances, {}), (data) => data.balances),
)

export const notDueEvents = createResource(async () =>
  mapData(await callPromoter(listNotDueEvents, {}), (data) => data.events),
)

export const settlementSettings = createResource(async () =>
  mapData(await callPromoter(getSettlementSettings, {}), (data) => data.settings),
)

export const settlementAccount = createResource(async () =>
  mapData(await callPromoter(getSettlementAccount, {}), (data) => data.account),
)

export const bankAccounts = createResource(() => callPromoter(listBankAccounts, {}))

export const settlements = createList<Settlement, object>(async (query) =>
  toListPage(await callPromoter(listSettlements, { query }), (page) => page.settlements),
)

export const settlement = createResourceOf(
  (id: string) => callPromoter(getSettlement, { params: { id } }),
  (id) => id,
)

export const statementEntries = createList<StatementEntry, { id: string }>(async ({ id, ...query }) =>
  toListPage(await callPromoter(listStatementEntries, { params: { id }, query }), (page) => page.entries),
)

/**
 * Requests a payout to the promoter. `key`: created once per decision of the user; a repeated request returns the same
 * settlement.
 */
export async function requestSettlement(currency: string, key: string): Promise<Result<unknown>> {
  const headers = { 'Idempotency-Key': key }
  const answer = await callPromoter(requestContract, { body: { currency } }, { headers })
  await Promise.all([balances.load(), settlements.reload()])
  return answer
}

export const saveSettlementSettings = (body: RequestOf<typeof putSettlementSettings>['body']) =>
  onSuccess(callPromoter(putSettlementSettings, { body }), ({ settings }) =>
    settlementSettings.adopt(settings),
  )

export const changeBankAccount = (body: RequestOf<typeof changeContract>['body']) =>
  onSuccess(callPromoter(changeContract, { body }), (data) => bankAccounts.adopt(data))

export const confirmBankAccounts = () =>
  onSuccess(callPromoter(confirmContract, {}), (data) => bankAccounts.adopt(data))

export const undoBankAccountChange = (token: string) => call(undoContract, { body: { token } })

/** Opens the setup at the payment provider. Creates the account there first if there is none. */
export async function setUpSettlementAccount({ status }: PayoutAccount): Promise<Result<unknown>> {
  if (status === 'none') {
    const created = await callPromoter(createSettlementAccount, {})
    if (!created.success) return created
  }
  const returnUrl = new URL(consoleUrls.settlements(), window.location.href).href
  return onSuccess(callPromoter(settlementOnboardingLink, { body: { returnUrl } }), ({ url }) => goTo(url))
}

export const openSettlementDashboard = (): Promise<Result<unknown>> =>
  onSuccess(callPromoter(settlementDashboardLink, {}), ({ url }) => goTo(url))

export const downloadSettlementStatement = (
  { id, number }: Settlement,
  format: 'csv' | 'pdf',
): Promise<Result<unknown>> =>
  downloadFile(
    `/api/promoter/settlements/${id}/statement.${format}`,
    `statement-${number}.${format}`,
    promoterHeaders().headers,
  )
