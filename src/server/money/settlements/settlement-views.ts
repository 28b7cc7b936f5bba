import type {
  Settlement,
  SettlementBalanceView,
  SettlementSettings,
  Statement,
} from '#contracts/console/settlements.ts'
import type { OperatorSettlement } from '#contracts/operator/settlements.ts'
import { divideBalance, sumStatement, type LedgerSum, type StatementSums } from '#model/money/settlements.ts'
import { toMajor } from '#model/platform/money.ts'
import type { SettlementRow } from './settlement-rows.ts'
import type { SettlementSumsRow } from '#server/money/balances/balance-rows.ts'
import type { SettlementSettingsRow } from './settings-rows.ts'

export function viewSettlementBalance(row: SettlementSumsRow): Omit<SettlementBalanceView, 'next'> {
  const { currency } = row
  const { balanceCents, notDueCents, reserveCents, memberDebtCents, availableCents } = divideBalance(row, row)
  return {
    currency,
    balance: toMajor(balanceCents, currency),
    notDue: toMajor(notDueCents, currency),
    reserve: toMajor(reserveCents, currency),
    memberDebt: toMajor(memberDebtCents, currency),
    available: toMajor(availableCents, currency),
    underway: toMajor(row.underwayCents, currency),
    paid: toMajor(row.paidCents, currency),
  }
}

export const viewSettlement = (row: SettlementRow): Settlement => ({
  id: row.id,
  number: row.number,
  currency: row.currency,
  amount: toMajor(row.amountCents, row.currency),
  taxes: toMajor(row.taxesCents, row.currency),
  status: row.status,
  method: row.method,
  reason: row.reason,
  isWaitingForFunds: row.shortOfFundsSince !== null,
  requestedBy: row.requestedBy,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

export const viewOperatorSettlement = (row: SettlementRow): OperatorSettlement => ({
  ...viewSettlement(row),
  promoter: { id: row.promoterId, name: row.promoterName },
  problem: row.providerProblem,
})

export function viewStatement(row: SettlementRow, sums: readonly LedgerSum[]): Statement {
  const { currency } = row
  const { lines, taxesCents } = sumStatement(sums)
  return {
    openingBalance: toMajor(row.openingBalanceCents, currency),
    lines: viewStatementLines(lines, currency),
    closingBalance: toMajor(row.closingBalanceCents, currency),
    notDue: toMajor(row.notDueCents, currency),
    reserve: toMajor(row.reserveCents, currency),
    memberDebt: toMajor(row.memberDebtCents, currency),
    taxes: toMajor(taxesCents, currency),
  }
}

export const viewStatementLines = (lines: StatementSums['lines'], currency: string): Statement['lines'] =>
  lines.map(({ kind, cents }) => ({ kind, amount: toMajor(cents, currency) }))

export const viewSettlementSettings = (row: SettlementSettingsRow): SettlementSettings => ({
  method: row.method,
  schedule: row.schedule,
  weekday: row.weekday,
  delayDays: row.delayDays,
  earlyShare: row.earlyShareBasisPoints / 100,
  reserve: row.reserveBasisPoints / 100,
  reserveDays: row.reserveDays,
  isHeld: row.isHeld,
  holdReason: row.holdReason,
  version: row.version,
})
