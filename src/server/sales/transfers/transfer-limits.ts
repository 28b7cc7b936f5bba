import type { Context } from '#server/context.ts'
import { hashLimitKey, clientNetworkOf } from '#server/people/sessions/limits.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'

const DAY = 86_400

export const NEW_CODE_LIMIT: Limit = { name: 'new_ticket_codes', points: 5, seconds: DAY }
/** Limit for offers, including those by link. */
export const OFFER_LIMIT: Limit = { name: 'ticket_offers', points: 200, seconds: DAY }
/** Limit for emails to addresses that holders enter. */
export const OFFER_MAILS_PER_ORDER: Limit = { name: 'ticket_mails_order', points: 50, seconds: DAY }
export const OFFER_MAILS_PER_NETWORK: Limit = { name: 'ticket_mails_network', points: 100, seconds: DAY }
export const OFFER_MAILS_PER_ADDRESS: Limit = { name: 'ticket_mails_address', points: 20, seconds: DAY }

export type CountedLimit = readonly [limit: Limit, key: string]

export const mailLimits = (mail: { orderId: string; address: string; email: string }): CountedLimit[] => [
  [OFFER_MAILS_PER_ORDER, mail.orderId],
  [OFFER_MAILS_PER_NETWORK, clientNetworkOf(mail.address)],
  [OFFER_MAILS_PER_ADDRESS, hashLimitKey(mail.email)],
]

/** Counts a request before anything is written. Returns undefined when a limit is reached, otherwise a function that uncounts it. */
export async function countLimits(
  { limits }: Context,
  counted: readonly CountedLimit[],
): Promise<(() => Promise<void>) | undefined> {
  const taken: CountedLimit[] = []
  const uncount = async (): Promise<void> => {
    for (const [limit, key] of taken) await limits.restore(limit, key)
  }
  for (const [limit, key] of counted) {
    if (await limits.consume(limit, key)) {
      await uncount()
      return undefined
    }
    taken.push([limit, key])
  }
  return uncount
}
