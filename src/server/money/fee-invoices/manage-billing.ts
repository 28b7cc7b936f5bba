import type {
  Billing,
  getFeeInvoiceSettings as getContract,
  putFeeInvoiceSettings as putContract,
} from '#contracts/operator/fee-invoices.ts'
import { monthOf } from '#model/money/fee-invoices.ts'
import { millionthsToPercent, percentToMillionths } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findBilling,
  lockBilling,
  updateFeeInvoiceSettings as putRow,
  type BillingRow,
} from './billing-rows.ts'

export const getFeeInvoiceSettings: UseCase<typeof getContract, AccountCall> = async (context) => {
  const billing = await findBilling(context.db)
  return succeed({ billing: billing ? viewBilling(billing) : null })
}

/**
 * Changes the platform's billing details. Existing invoices keep the previous details. The first call also makes the current
 * month the first one to be invoiced.
 */
export const putFeeInvoiceSettings: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const now = new Date(context.clock.now())
  const { taxPercent, ...details } = call.body
  const taxRateMillionths = percentToMillionths(taxPercent)
  return transact(context.db, async (trx) => {
    const before = await lockBilling(trx)
    const firstMonth = before?.firstMonth ?? monthOf(now.getTime())
    await putRow(trx, { ...details, taxRateMillionths, firstMonth, now })
    const billing = { ...details, taxPercent, firstMonth }
    await insertOperatorChange(trx, {
      accountId: call.account.id,
      action: 'billing.changed',
      subjectId: 'platform',
      ...(before ? { before: viewBilling(before) } : {}),
      after: billing,
      now,
    })
    return succeed({ billing })
  })
}

const viewBilling = (row: BillingRow): Billing => ({
  legalName: row.legalName,
  legalAddress: row.legalAddress,
  taxId: row.taxId,
  country: row.country,
  taxName: row.taxName,
  taxPercent: millionthsToPercent(row.taxRateMillionths),
  taxNote: row.taxNote,
  reverseChargeNote: row.reverseChargeNote,
  firstMonth: row.firstMonth,
})
