import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { minPayoutCents } from '#model/money/payouts.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Db } from '#server/platform/db/query.ts'
import { listMemberBalances, type BalanceRow } from '#server/people/members/balance-rows.ts'
import { listPromotersWithEarnings, listSolelyOwnedPromoters } from './deletion-check-rows.ts'

/**
 * Returns why an account can't be deleted: unpaid earnings, or promoters without another owner. To rely on the
 * result, hold the locks of `lockMembershipsAndEarnings`.
 */
export async function deletionRefusal(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<Failure<'EARNINGS_LEFT' | 'SOLE_OWNER'> | undefined> {
  const owed: { promoterName: string; amount: number; currency: string }[] = []
  for (const { id: promoterId, name: promoterName } of await listPromotersWithEarnings(db, accountId)) {
    const balances = await listMemberBalances(db, { promoterId, memberId: accountId, now })
    for (const balance of balances) {
      const { currency } = balance
      const cents = owedCents(balance)
      if (cents >= minPayoutCents(currency))
        owed.push({ promoterName, amount: toMajor(cents, currency), currency })
    }
  }
  if (owed.length > 0) return fail('EARNINGS_LEFT', { owed })
  const promoters = await listSolelyOwnedPromoters(db, accountId)
  return promoters.length > 0 ? fail('SOLE_OWNER', { promoters }) : undefined
}

/**
 * Earnings that the promoter owes the member. A balance is negative after a deduction that follows a payout; it then
 * counts as 0.
 */
const owedCents = ({ pendingCents, availableCents, waitingCents, requestedCents }: BalanceRow): number =>
  Math.max(0, pendingCents + availableCents) + waitingCents + requestedCents
