import type { Context } from '#server/context.ts'
import { findPromoterTrust } from '#server/platform/outbox/trust-rows.ts'

export const MAX_RECIPIENTS_PER_DAY = 50_000

/**
 * Maximum number of recipients in 24 hours. Depends on the number of orders paid through Foyer in the last 90 days. Free
 * orders don't count, because anyone can enter any address.
 */
const RECIPIENTS: readonly { paid: number; most: number }[] = [
  { paid: 2000, most: MAX_RECIPIENTS_PER_DAY },
  { paid: 200, most: 10_000 },
  { paid: 20, most: 2000 },
]
const WITHOUT_SALES = 500

/** Maximum number of a promoter's messages in 24 hours, and therefore of messages to one address. */
export const MAX_MESSAGES_PER_DAY = 50

export async function maxRecipients(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  promoterId: string,
): Promise<number> {
  const { isTrusted, paidOrders } = await findPromoterTrust(db, promoterId, clock.now())
  if (isTrusted) return MAX_RECIPIENTS_PER_DAY
  return RECIPIENTS.find(({ paid }) => paidOrders >= paid)?.most ?? WITHOUT_SALES
}
