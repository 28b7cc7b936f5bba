import {
  consumeLimits,
  clientNetworkOf,
  restoreLimits,
  type LimitedKey,
} from '#server/people/sessions/limits.ts'
import type { Context } from '#server/context.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import {
  countUnpaidOrderMail,
  isMailLimited,
  type CountedMail,
} from '#server/sales/order-management/order-mail-limits.ts'

const HOUR = 3600

/**
 * Limit per network. Applies in addition to the limit per recipient, because several people may know a link, and a
 * network may have many links.
 */
const OF_NETWORK: Limit = { name: 'own_order_network', points: 30, seconds: HOUR }
export const RESEND_LIMIT: Limit = { name: 'own_order_resends', points: 3, seconds: HOUR }
export const CORRECTION_LIMIT: Limit = { name: 'own_order_corrections', points: 3, seconds: 24 * HOUR }

/** Counts an email that a buyer requests. Call it before anything is written. */
export async function countOwnMail(
  context: Context,
  mail: { orderId: string; limit: Limit; email: string; address: string },
): Promise<CountedMail | Failure<'RATE_LIMITED' | 'RECIPIENT_LIMIT'>> {
  const counted: LimitedKey[] = [
    [OF_NETWORK, clientNetworkOf(mail.address)],
    [mail.limit, mail.orderId],
  ]
  const refused = await consumeLimits(context, counted)
  if (refused) return refused
  const toRecipient = await countUnpaidOrderMail(context, mail.email)
  const restore = (): Promise<void> => restoreLimits(context, counted)
  if (!isMailLimited(toRecipient))
    return {
      uncount: async () => {
        await restore()
        await toRecipient.uncount()
      },
    }
  await restore()
  return toRecipient
}
