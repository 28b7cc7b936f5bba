import * as z from 'zod/mini'

export const unusualHold = z.object({
  ticketType: z.string(),
  /** Share of the unsold tickets, 1 to 100. */
  percent: z.int(),
  clients: z.int(),
})
export type UnusualHold = z.infer<typeof unusualHold>

export interface ClientShare {
  ticketType: string
  unsold: number
  held: number
  /** Tickets held but not paid for within an hour, less tickets paid for. */
  unpaid: number
}

/** A client is suspicious when it holds at least this share of the unsold tickets, or after this many unpaid tickets. */
const MUCH = 0.05
const MANY_UNPAID = 40
/** Minimum share of the unsold tickets that suspicious clients hold together before a warning is raised. */
const ALARMING = 0.2

export function unusualHolds(shares: readonly ClientShare[]): UnusualHold[] {
  const suspect = shares.filter(
    ({ held, unsold, unpaid }) => unpaid >= 0 && (held >= unsold * MUCH || unpaid >= MANY_UNPAID),
  )
  return [...Map.groupBy(suspect, (share) => share.ticketType)]
    .flatMap(([ticketType, all]): UnusualHold[] => {
      const held = all.reduce((sum, share) => sum + share.held, 0)
      const share = held / Math.max(1, all[0]?.unsold ?? 0)
      return share >= ALARMING
        ? [{ ticketType, percent: Math.min(100, Math.round(share * 100)), clients: all.length }]
        : []
    })
    .toSorted((one, other) => other.percent - one.percent)
}

export const unusualHoldMessage = ({ ticketType, percent, clients }: UnusualHold): string =>
  `${percent}% of the unsold “${ticketType}” tickets are in the carts of ${clients === 1 ? 'one buyer who hasn’t' : `${clients} buyers who haven’t`} paid for any.`
