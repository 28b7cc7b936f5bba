import { fail } from '#contracts/errors.ts'
import { toMajor } from '#model/money.ts'
import { leastPayoutCents } from '#model/payouts.ts'
import type { Failure } from '#model/result.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'
import { listBalances, type BalanceRow } from '../earnings/balance-rows.ts'
import { listEarnedWith, listOwnedAlone } from './tie-rows.ts'

/**
 * Why an account can't go yet: money that it would lose, or a promoter that would be nobody's. Who wants the answer to hold takes
 * the ties' lock before.
 */
export async function checkTies(
  db: Kysely<Database>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<Failure<'EARNINGS_LEFT' | 'SOLE_OWNER'> | undefined> {
  const owed: { promoterName: string; amount: number; currency: string }[] = []
  for (const { id: promoterId, name: promoterName } of await listEarnedWith(db, accountId)) {
    const balances = await listBalances(db, { promoterId, memberId: accountId, now })
    for (const balance of balances) {
      const { currency } = balance
      const cents = owedCents(balance)
      // What can never be asked for keeps nobody.
      if (cents >= leastPayoutCents(currency))
        owed.push({ promoterName, amount: toMajor(cents, currency), currency })
    }
  }
  if (owed.length > 0) return fail('EARNINGS_LEFT', { owed })
  const promoters = await listOwnedAlone(db, accountId)
  return promoters.length > 0 ? fail('SOLE_OWNER', { promoters }) : undefined
}

/** What was clawed back after it had been paid out is taken from what is to come. */
const owedCents = ({ pendingCents, availableCents, waitingCents, requestedCents }: BalanceRow): number =>
  Math.max(0, pendingCents + availableCents) + waitingCents + requestedCents
