import type { Audience } from '#contracts/console/orders/messages.ts'
import { streamAttendees } from '#server/sales/attendees/stream-attendees.ts'
import type { Context } from '#server/context.ts'
import { excludeUnsubscribed } from '#server/messages/delivery/unsubscription-rows.ts'
import { streamOrders } from '#server/sales/order-management/stream-orders.ts'
import { MAX_RECIPIENTS_PER_DAY } from './message-limits.ts'
import { canReceiveEmail } from './message-rows.ts'
import { readOrderSelection } from '#server/sales/checkout/read-order-selection.ts'

export interface Recipients {
  addresses: readonly string[]
  unsubscribed: number
}

/**
 * Returns each address once, without unsubscribed ones. Buyers are those of paid orders; attendees exclude void tickets
 * unless the filter includes them. Reads one address more than the limit.
 */
export async function readAudience(
  context: Pick<Context, 'db' | 'clock'>,
  { promoterId, audience }: { promoterId: string; audience: Audience },
): Promise<Recipients> {
  const found = new Set<string>()
  for await (const emails of pagesOf(context, promoterId, audience)) {
    for (const email of emails) if (canReceiveEmail(email)) found.add(email.toLowerCase())
    if (found.size > MAX_RECIPIENTS_PER_DAY) break
  }
  const addresses = await excludeUnsubscribed(context.db, promoterId, [...found])
  return { addresses, unsubscribed: found.size - addresses.length }
}

async function* pagesOf(
  context: Pick<Context, 'db' | 'clock'>,
  promoterId: string,
  audience: Audience,
): AsyncGenerator<string[]> {
  if (audience.to === 'buyers') {
    const search = readOrderSelection(audience.filter, { promoterId, now: context.clock.now() })
    for await (const rows of streamOrders(context, { ...search, isPaid: true }))
      yield rows.map((row) => row.email)
    return
  }
  const { filter } = audience
  for await (const rows of streamAttendees(context, { promoterId, filter }))
    yield rows.filter((row) => filter.status === 'void' || row.status !== 'void').map((row) => row.email)
}
