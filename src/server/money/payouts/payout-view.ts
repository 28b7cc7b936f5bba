import type { Payout, PayoutAccount } from '#contracts/portal/earnings.ts'
import { toMajor } from '#model/platform/money.ts'
import type { PayeeRow } from './payee-rows.ts'
import type { PayoutRow } from './payout-rows.ts'

export const viewPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: toMajor(row.amountCents, row.currency),
  currency: row.currency,
  status: row.status,
  reason: row.reason,
  isWaitingForFunds: row.shortOfFundsSince !== null,
  eventId: row.eventId,
  eventTitle: row.eventTitle,
  requestedAt: row.requestedAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

export const viewPayoutAccount = (provider: string, payee: PayeeRow | undefined): PayoutAccount => ({
  provider,
  status: payee?.status ?? 'none',
  missing: payee?.missing ?? [],
})
