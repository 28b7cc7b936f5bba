import { fail } from '#contracts/platform/errors.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { hashLimitKey } from '#server/people/sessions/limits.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import { findPromoterTrust } from '#server/platform/outbox/trust-rows.ts'

const DAY = 86_400

/** Emails per address and day for orders without a payment: free orders, manual orders and resent confirmations. */
const TO_ADDRESS: Limit = { name: 'order_mail_address', points: 10, seconds: DAY }

/** Manual orders per promoter and day. Depends on the number of orders paid through Foyer in the last 90 days. */
const BY_HAND: readonly { paid: number; limit: Limit }[] = [
  { paid: 2000, limit: { name: 'by_hand_5000', points: 5000, seconds: DAY } },
  { paid: 200, limit: { name: 'by_hand_1000', points: 1000, seconds: DAY } },
  { paid: 20, limit: { name: 'by_hand_200', points: 200, seconds: DAY } },
  { paid: 0, limit: { name: 'by_hand_50', points: 50, seconds: DAY } },
]

/** An email that was counted towards the limits. Call `uncount` if it isn't sent. */
export interface CountedMail {
  uncount: () => Promise<void>
}

const NOTHING: CountedMail = { uncount: async () => undefined }

/** Counts an email for an order without a payment. Call it before anything is written. */
export async function countUnpaidOrderMail(
  { limits }: Context,
  email: string,
): Promise<CountedMail | Failure<'RECIPIENT_LIMIT'>> {
  if (email === '' || email === ERASED_PERSON.email) return NOTHING
  const key = hashLimitKey(email.toLowerCase())
  if (await limits.consume(TO_ADDRESS, key)) {
    // The limiter also counts refused requests. Uncounted here, because otherwise only allowed requests would be uncounted later.
    await limits.restore(TO_ADDRESS, key)
    return fail('RECIPIENT_LIMIT')
  }
  return { uncount: () => limits.restore(TO_ADDRESS, key) }
}

/** Counts an email like `countUnpaidOrderMail`, and a manual order of the promoter. */
export async function countManualOrderMail(
  context: Context,
  { promoterId, email }: { promoterId: string; email: string },
): Promise<CountedMail | Failure<'RECIPIENT_LIMIT' | 'BY_HAND_LIMIT'>> {
  const counted = await countUnpaidOrderMail(context, email)
  if (isMailLimited(counted) || counted === NOTHING) return counted
  const { limits } = context
  const { isTrusted, paidOrders } = await findPromoterTrust(context.db, promoterId, context.clock.now())
  const { limit } = BY_HAND.find(({ paid }) => isTrusted || paidOrders >= paid) ?? BY_HAND[0] ?? never()
  if (await limits.consume(limit, promoterId)) {
    await counted.uncount()
    return fail('BY_HAND_LIMIT', { most: limit.points })
  }
  return {
    uncount: async () => {
      await counted.uncount()
      await limits.restore(limit, promoterId)
    },
  }
}

export const isMailLimited = <Code extends string>(
  counted: CountedMail | Failure<Code>,
): counted is Failure<Code> => 'success' in counted

/** Uncounts an email that isn't sent, because the request failed or repeats an earlier one. */
export async function uncountUnsent<Code extends string>(
  counted: CountedMail | Failure<Code>,
  result: Result<{ isNew: boolean }, string>,
): Promise<void> {
  if (!isMailLimited(counted) && !(result.success && result.data.isNew)) await counted.uncount()
}

/** Returns the failure if the limit was exceeded. Checked separately, because a repeated request is allowed even then. */
export const mailLimitRefusal = <Code extends string>(
  counted: CountedMail | Failure<Code>,
): Failure<Code> | undefined => (isMailLimited(counted) ? counted : undefined)

function never(): never {
  throw new Error('No rate limit is defined for manual orders.')
}
