import { fail } from '#contracts/platform/errors.ts'
import { linesOverLimit, type LimitedLine } from '#model/sales/customer-limits.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { countCustomerTickets, lockCustomer, type LimitedCustomer } from './customer-limit-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'

interface Buying {
  promoterId: string
  customer: LimitedCustomer
  lines: readonly LimitedLine[]
  now: Date
  exceptOrderId?: string
}

/**
 * Fails with CUSTOMER_LIMIT and the quantities that the customer may still buy. Locks the customer only if a ticket type has
 * a limit.
 */
export async function checkCustomerLimit(trx: Trx, buying: Buying): Promise<Result<null, 'CUSTOMER_LIMIT'>> {
  const limited = buying.lines.filter((line) => line.maxPerCustomer !== null)
  if (limited.length === 0) return succeed(null)
  await lockCustomer(trx, buying.customer)
  return judge(trx, { ...buying, lines: limited })
}

async function judge(
  trx: Trx,
  { customer, lines, ...buying }: Buying,
): Promise<Result<null, 'CUSTOMER_LIMIT'>> {
  const ticketTypeIds = lines.map((line) => line.ticketTypeId)
  const taken = await countCustomerTickets(trx, { ...buying, ...customer, ticketTypeIds })
  const tickets = linesOverLimit(lines, taken)
  return tickets.length === 0 ? succeed(null) : fail('CUSTOMER_LIMIT', { tickets })
}

/**
 * True while the order is pending, and for an expired order that is still within the customer limit. Reads the clock after
 * taking the lock, because a checkout that held the lock before may have counted the order as expired.
 */
export async function canStillIssueTickets(
  context: Pick<Context, 'clock'>,
  trx: Trx,
  { order, items }: { order: OrderRow; items: readonly LimitedLine[] },
): Promise<boolean> {
  const lines = items.filter((item) => item.maxPerCustomer !== null)
  if (lines.length === 0 || order.takenOutside !== null) return true
  const customer = { email: order.email, accountId: order.buyerAccountId }
  await lockCustomer(trx, customer)
  const now = new Date(context.clock.now())
  if (order.status === 'pending' && order.expiresAt > now) return true
  const { promoterId, id: exceptOrderId } = order
  return (await judge(trx, { promoterId, customer, lines, now, exceptOrderId })).success
}
