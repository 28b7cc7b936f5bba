import type { Context } from '#server/context.ts'
import { findPromoterTrust } from '#server/platform/outbox/trust-rows.ts'

/** Maximum number of recipients of a promoter per day. */
export const MOST_A_DAY = 50_000

/**
 * Recipients in 24 hours, by the number of orders paid through Foyer within 90 days. Free orders don't count, because anyone can enter any
 * address for them.
 */
const RECIPIENTS: readonly { paid: number; most: number }[] = [
  { paid: 2000, most: MOST_A_DAY },
  { paid: 200, most: 10_000 },
  { paid: 20, most: 2000 },
]
const WITHOUT_SALES = 500

/** Messages in 24 hours, and so the maximum per address and promoter. */
export const MOST_MESSAGES = 50

export async function mostRecipients(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  promoterId: string,
): Promise<number> {
  const { isTrusted, paidOrders } = await findPromoterTrust(db, promoterId, clock.now())
  if (isTrusted) return MOST_A_DAY
  return RECIPIENTS.find(({ paid }) => paidOrders >= paid)?.most ?? WITHOUT_SALES
}
