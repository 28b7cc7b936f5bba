import { maxFurtherTickets, isDemandHigh } from '#model/catalog/inventory/hold-shares.ts'
import {
  countAvailable,
  countSharedAvailable,
  isWaitingForEarlierType,
  type HoldAllowance,
  type Stock,
} from '#model/catalog/inventory/inventory.ts'
import type { BatchTicketType } from './hold-batch-rows.ts'
import type { HoldClient, ClientTally } from './hold-clients.ts'
import type { CountersRow } from './hold-rows.ts'

/** Returns how many more tickets the client may hold, and the reason for the limit. Undefined when no limit applies. */
export function holdAllowanceFor(
  type: BatchTicketType,
  by: { client?: HoldClient | undefined; hasAccount?: boolean; stock: Stock; shares: ClientTally },
): HoldAllowance | undefined {
  const { client, hasAccount = false, stock, shares } = by
  if (type.holdsNeedAccount && !hasAccount && isDemandHigh(stock))
    return { more: 0, reason: 'ACCOUNT_REQUIRED' }
  if (!client) return undefined
  const unpaid = shares.unpaidOf(type.promoterId, client)
  const more = maxFurtherTickets({ free: countAvailable(stock), ...shares.heldBy(type.id, client), unpaid })
  return { more, reason: 'BUSY' }
}

interface Shelf {
  types: ReadonlyMap<string, BatchTicketType>
  stock: ReadonlyMap<string, CountersRow>
  now: number
}

/** Returns the stock of a ticket type. Undefined when the ticket type has no counters. */
export function toStock(type: BatchTicketType, counters: Shelf): Stock | undefined {
  const own = stockOf(type, counters)
  const first = type.followsId === null ? undefined : counters.types.get(type.followsId)
  const before = own && first && stockOf(first, counters)
  return before ? { ...own, isWaiting: isWaitingForEarlierType(before, own, counters.now) } : own
}

function stockOf(type: BatchTicketType, { stock }: Shelf): Stock | undefined {
  const row = stock.get(type.id)
  if (!row) return undefined
  return { ...row, sharedFree: sharedFree(row, stock), ...termsOf(type) }
}

function sharedFree({ poolId, poolCapacity }: CountersRow, stock: Shelf['stock']): number | undefined {
  if (poolId === null || poolCapacity === null) return undefined
  return countSharedAvailable(
    poolCapacity,
    stock.values().filter((row) => row.poolId === poolId),
  )
}

const termsOf = (type: BatchTicketType): Omit<Stock, keyof CountersRow> => ({
  minPerOrder: type.minPerOrder,
  maxPerOrder: type.maxPerOrder,
  active: type.active && type.eventStatus === 'published' && type.isPromoterActive,
  saleStartsAt: type.saleStartsAt?.getTime(),
  saleEndsAt: Math.min(type.saleEndsAt?.getTime() ?? Infinity, type.eventEndsAt.getTime()),
})
