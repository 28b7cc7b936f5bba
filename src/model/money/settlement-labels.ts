import type { SettlementStatus, StatementLineKind } from './settlements.ts'

export const STATEMENT_LINE_LABELS: Readonly<Record<StatementLineKind, string>> = {
  sales: 'Ticket sales',
  refunds: 'Refunds',
  disputes: 'Disputed payments',
  platform_share: 'Platform fees',
  platform_taxes: 'Taxes remitted by the platform',
  provider_fees: 'Payment processing fees',
  commission: 'Commission of your team',
  vouchers: 'Vouchers given out or expired',
  adjustments: 'Adjustments by the platform',
  settlements_returned: 'Payouts that were returned',
  settlement: 'Payout',
}

export const SETTLEMENT_STATUS_LABELS: Readonly<Record<SettlementStatus, string>> = {
  open: 'Being prepared',
  cancelling: 'Being cancelled',
  sent: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
