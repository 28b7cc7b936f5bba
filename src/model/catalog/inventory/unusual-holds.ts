import * as z from 'zod/mini'

export const unusualHold = z.object({
  ticketType: z.string(),
  percent: z.int(),
  clients: z.int(),
})
export type UnusualHold = z.infer<typeof unusualHold>

export interface ClientShare {
  ticketType: string
  unsold: number
  held: number
  /** Number of tickets held in the last hour without paying, minus tickets that were paid for. */
  unpaid: number
}

/**
 * A client is suspicious when it holds at least this share of the unsold tickets, or has held at least MANY_UNPAID
 * tickets without paying.
 */
const SUSPICIOUS_SHARE = 0.05
const MANY_UNPAID = 40
/** A warning is raised when suspicious clients together hold at least this share of the unsold tickets. */
const ALARM_SHARE = 0.2

export function findUnusualHolds(shares: readonly ClientShare[]): UnusualHold[] {
  const suspect = shares.filter(
    ({ held, unsold, unpaid }) => unpaid >= 0 && (held >= unsold * SUSPICIOUS_SHARE || unpaid >= MANY_UNPAID),
  )
  return [...Map.groupBy(suspect, (share) => share.ticketType)]
    .flatMap(([ticketType, all]): UnusualHold[] => {
      const held = all.reduce((sum, share) => sum + share.held, 0)
      const share = held / Math.max(1, all[0]?.unsold ?? 0)
      return share >= ALARM_SHARE
        ? [{ ticketType, percent: Math.min(100, Math.round(share * 100)), clients: all.length }]
        : []
    })
    .toSorted((one, other) => other.percent - one.percent)
}

export const unusualHoldMessage = ({ ticketType, percent, clients }: UnusualHold): string =>
  `${percent}% of the unsold “${ticketType}” tickets are in the carts of ${clients === 1 ? 'one buyer who hasn’t' : `${clients} buyers who haven’t`} paid for any.`
