import { call } from '#browser/platform/api.ts'
import { downloadFile } from '#browser/portal/download.ts'
import {
  changeDebtorAccount as changeContract,
  createBankFile as createContract,
  listBankFiles,
  listDebtorAccounts,
  markBankFilePaid as filePaidContract,
  type BankFile,
} from '#contracts/operator/bank-files.ts'
import {
  cancelSettlement as cancelContract,
  createAdjustment,
  getPromoterSettlementSettings,
  listAllSettlements,
  listBalances,
  markSettlementFailed as failedContract,
  markSettlementPaid as paidContract,
  putPromoterSettlementSettings,
  type OperatorSettlement,
  type PromoterBalances,
} from '#contracts/operator/settlements.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { SettlementStatus } from '#model/money/settlements.ts'
import type { Result } from '#model/platform/result.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, createResourceOf, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const balances = createList<PromoterBalances, object>(async (query) =>
  toListPage(await call(listBalances, { query }), ({ promoters }) => promoters),
)

export const settlements = createList<OperatorSettlement, { status?: SettlementStatus; promoterId?: string }>(
  async (query) => toListPage(await call(listAllSettlements, { query }), (page) => page.settlements),
)

export const bankFiles = createList<BankFile, object>(async (query) =>
  toListPage(await call(listBankFiles, { query }), (page) => page.bankFiles),
)

export const debtorAccounts = createResource(async () =>
  mapData(await call(listDebtorAccounts, {}), (data) => data.debtorAccounts),
)

export const changeDebtorAccount = (body: RequestOf<typeof changeContract>['body']) =>
  onSuccess(call(changeContract, { body }), (data) => debtorAccounts.adopt(data.debtorAccounts))

const reload = async (): Promise<void> => {
  await Promise.all([settlements.reload(), bankFiles.reload(), balances.reload()])
}

const reloading = async <Data>(answer: Promise<Result<Data>>): Promise<Result<Data>> => {
  const result = await answer
  await reload()
  return result
}

export const createBankFile = (body: RequestOf<typeof createContract>['body']) =>
  reloading(call(createContract, { body }))

export const markBankFilePaid = (id: string) => reloading(call(filePaidContract, { params: { id } }))

export const markSettlementPaid = (id: string) => reloading(call(paidContract, { params: { id } }))

export const markSettlementFailed = (id: string, reason: string) =>
  reloading(call(failedContract, { params: { id }, body: { reason } }))

export const cancelSettlement = (id: string, reason: string) =>
  reloading(call(cancelContract, { params: { id }, body: { reason } }))

export const promoterSettlement = createResourceOf(
  (id: string) => call(getPromoterSettlementSettings, { params: { id } }),
  (id) => id,
)

export const savePromoterSettlement = (
  id: string,
  body: RequestOf<typeof putPromoterSettlementSettings>['body'],
) =>
  onSuccess(call(putPromoterSettlementSettings, { params: { id }, body }), () => promoterSettlement.load(id))

/**
 * Adjusts a promoter's balance. `key`: created once per decision of the user; a repeated request returns the same
 * adjustment.
 */
export function adjustBalance(id: string, body: RequestOf<typeof createAdjustment>['body'], key: string) {
  const headers = { 'Idempotency-Key': key }
  return onSuccess(call(createAdjustment, { params: { id }, body }, { headers }), () =>
    promoterSettlement.load(id),
  )
}

export const downloadBankFile = ({ id, format, createdAt }: BankFile): Promise<Result<unknown>> =>
  downloadFile(
    `/api/operator/bank-files/${id}/file`,
    `payouts-${createdAt.slice(0, 10)}-${id.slice(0, 8)}.${format === 'csv' ? 'csv' : 'xml'}`,
    {},
  )
