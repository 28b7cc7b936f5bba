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
import * as bankFiles from '#contracts/operator/bank-files.ts'
import { createBankFile } from '#server/money/bank-files/create-bank-file.ts'
import { changeDebtorAccount, listDebtorAccounts } from '#server/money/bank-files/debtor-accounts.ts'
import { listBankFiles } from '#server/money/bank-files/list-bank-files.ts'
import { markBankFilePaid } from '#server/money/bank-files/mark-bank-file-paid.ts'
import * as paymentProblems from '#contracts/operator/payment-problems.ts'
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
import type { Bind } from './bindings.ts'

export function bindOperatorSettlements(bind: Bind): void {
  bind(contracts.listBalances, listBalances)
  bind(contracts.listAllSettlements, listAllSettlements)
  bind(contracts.getAnySettlement, getAnySettlement)
  bind(contracts.listAnyStatementEntries, listAnyStatementEntries)
  bind(contracts.listPromoterEventStatements, listPromoterEventStatements)
  bind(contracts.getAnyEventStatement, getAnyEventStatement)
  bind(contracts.cancelSettlement, cancelSettlement)
  bind(contracts.markSettlementPaid, markSettlementPaid)
  bind(contracts.markSettlementFailed, markSettlementFailed)
  bind(contracts.getPromoterSettlementSettings, getPromoterSettlementSettings)
  bind(contracts.putPromoterSettlementSettings, putPromoterSettlementSettings)
  bind(contracts.createAdjustment, createAdjustment)
  bind(contracts.listAdjustments, listAdjustments)
  bind(bankFiles.listDebtorAccounts, listDebtorAccounts)
  bind(bankFiles.changeDebtorAccount, changeDebtorAccount)
  bind(bankFiles.listBankFiles, listBankFiles)
  bind(bankFiles.createBankFile, createBankFile)
  bind(bankFiles.markBankFilePaid, markBankFilePaid)
  bind(paymentProblems.listPaymentProblems, listPaymentProblems)
  bind(paymentProblems.listPromotersWithPaymentProblems, listPromotersWithPaymentProblems)
  bind(paymentProblems.retryFailedRefund, retryFailedRefund)
  bind(paymentProblems.markPaymentProblemHandled, markPaymentProblemHandled)
  bind(paymentProblems.listDisputes, listDisputes)
  bind(refundContracts.listRefundRequests, listRefundRequests)
  bind(refundContracts.approveRefundRequest, approveRefundRequest)
  bind(refundContracts.refuseRefundRequest, refuseRefundRequest)
  bind(refundContracts.listRefundLimits, listRefundLimits)
  bind(refundContracts.putRefundLimit, putRefundLimit)
  bind(refundContracts.listCancelledRefunds, listCancelledRefunds)
}
