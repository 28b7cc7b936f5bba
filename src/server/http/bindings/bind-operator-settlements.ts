import * as contracts from '#contracts/operator/settlements.ts'
import { createAdjustment, listAdjustments } from '#server/money/adjustments/adjust-balance.ts'
import {
  getAnyEventStatement,
  listPromoterEventStatements,
} from '#server/money/settlement-statements/get-event-statement.ts'
import { listBalances } from '#server/money/settlements/list-balances.ts'
import {
  getAnySettlement,
  listAllSettlements,
  listAnyStatementEntries,
} from '#server/money/settlements/list-settlements.ts'
import { cancelSettlement } from '#server/money/settlement-cancelling/cancel-settlement.ts'
import { markSettlementFailed, markSettlementPaid } from '#server/money/settlements/operate-settlements.ts'
import {
  getPromoterSettlementSettings,
  putPromoterSettlementSettings,
} from '#server/money/settlements/settlement-settings.ts'
import {
  changeDebtorAccount as changeDebtorContract,
  createBankFile as createContract,
  listBankFiles as listContract,
  listDebtorAccounts as listDebtorsContract,
  markBankFilePaid as paidContract,
} from '#contracts/operator/bank-files.ts'
import { createBankFile } from '#server/money/bank-files/create-bank-file.ts'
import { changeDebtorAccount, listDebtorAccounts } from '#server/money/bank-files/debtor-accounts.ts'
import { listBankFiles } from '#server/money/bank-files/list-bank-files.ts'
import { markBankFilePaid } from '#server/money/bank-files/mark-bank-file-paid.ts'
import {
  listDisputes as listDisputesContract,
  listPaymentProblems as listPaymentProblemsContract,
  listPromotersWithPaymentProblems as listPromotersWithPaymentProblemsContract,
  markPaymentProblemHandled as markPaymentProblemHandledContract,
  retryFailedRefund as retryFailedRefundContract,
} from '#contracts/operator/payment-problems.ts'
import { listDisputes } from '#server/money/payment-problems/list-disputes.ts'
import {
  listPaymentProblems,
  listPromotersWithPaymentProblems,
} from '#server/money/payment-problems/list-payment-problems.ts'
import {
  markPaymentProblemHandled,
  retryFailedRefund,
} from '#server/money/payment-problems/resolve-payment-problem.ts'
import * as refundContracts from '#contracts/operator/refunds/refund-requests.ts'
import {
  approveRefundRequest,
  refuseRefundRequest,
} from '#server/money/refund-requests/decide-refund-request.ts'
import {
  listCancelledRefunds,
  listRefundRequests,
} from '#server/money/refund-requests/list-refund-requests.ts'
import { listRefundLimits, putRefundLimit } from '#server/money/refund-requests/refund-limits.ts'
import type { BindOperator } from './bindings.ts'

export function bindOperatorSettlements(bindOperator: BindOperator): void {
  bindOperator(contracts.listBalances, listBalances)
  bindOperator(contracts.listAllSettlements, listAllSettlements)
  bindOperator(contracts.getAnySettlement, getAnySettlement)
  bindOperator(contracts.listAnyStatementEntries, listAnyStatementEntries)
  bindOperator(contracts.listPromoterEventStatements, listPromoterEventStatements)
  bindOperator(contracts.getAnyEventStatement, getAnyEventStatement)
  bindOperator(contracts.cancelSettlement, cancelSettlement)
  bindOperator(contracts.markSettlementPaid, markSettlementPaid)
  bindOperator(contracts.markSettlementFailed, markSettlementFailed)
  bindOperator(contracts.getPromoterSettlementSettings, getPromoterSettlementSettings)
  bindOperator(contracts.putPromoterSettlementSettings, putPromoterSettlementSettings)
  bindOperator(contracts.createAdjustment, createAdjustment)
  bindOperator(contracts.listAdjustments, listAdjustments)
  bindOperator(listDebtorsContract, listDebtorAccounts)
  bindOperator(changeDebtorContract, changeDebtorAccount)
  bindOperator(listContract, listBankFiles)
  bindOperator(createContract, createBankFile)
  bindOperator(paidContract, markBankFilePaid)
  bindOperator(listPaymentProblemsContract, listPaymentProblems)
  bindOperator(listPromotersWithPaymentProblemsContract, listPromotersWithPaymentProblems)
  bindOperator(retryFailedRefundContract, retryFailedRefund)
  bindOperator(markPaymentProblemHandledContract, markPaymentProblemHandled)
  bindOperator(listDisputesContract, listDisputes)
  bindOperator(refundContracts.listRefundRequests, listRefundRequests)
  bindOperator(refundContracts.approveRefundRequest, approveRefundRequest)
  bindOperator(refundContracts.refuseRefundRequest, refuseRefundRequest)
  bindOperator(refundContracts.listRefundLimits, listRefundLimits)
  bindOperator(refundContracts.putRefundLimit, putRefundLimit)
  bindOperator(refundContracts.listCancelledRefunds, listCancelledRefunds)
}
