import { CART_LIFETIME_MS } from './hold-times.ts'

/**
 * Limits of one client for a ticket type. They get stricter with the number of tickets that the client held within an hour
 * without paying.
 */
interface Patience {
  /** Number of unpaid tickets from which these limits apply. */
  unpaid: number
  /** Maximum share a client may hold of the tickets that no one else holds or has bought. */
  share: number
  /** Number of tickets that the client may always hold, so that one order is possible. */
  atLeast: number
  holdMs: number
}

const LEVELS: readonly [Patience, ...Patience[]] = [
  { unpaid: 0, share: 0.5, atLeast: 10, holdMs: CART_LIFETIME_MS },
  { unpaid: 40, share: 0.1, atLeast: 10, holdMs: 300_000 },
  { unpaid: 120, share: 0.03, atLeast: 4, holdMs: 120_000 },
]

/** Milliseconds for which tickets that were held without paying count against the client. */
export const UNPAID_MS = 3_600_000

const patienceFor = (unpaid: number): Patience =>
  LEVELS.findLast((level) => unpaid >= level.unpaid) ?? LEVELS[0]

/**
 * Number of tickets that were held, minus those that were paid for. `prefix` counts the surrounding network, whose limits
 * are twice as high.
 */
export interface Unpaid {
  client: number
  prefix: number
}

const levelsOf = ({ client, prefix }: Unpaid): { client: Patience; prefix: Patience } => ({
  client: patienceFor(client),
  prefix: patienceFor(prefix / 2),
})

/**
 * Returns how many more tickets of a type a client may hold. `free` are available to everyone; `client` and `prefix` are
 * held now by the client and its network.
 */
export function allowanceOf(of: { free: number; client: number; prefix: number; unpaid: Unpaid }): number {
  const { free, unpaid } = of
  const levels = levelsOf(unpaid)
  return Math.min(
    ...(['client', 'prefix'] as const).map((which) => {
      const { share, atLeast } = levels[which]
      const held = of[which]
      return Math.max(0, Math.max(atLeast, Math.floor((free + held) * share)) - held)
    }),
  )
}

/**
 * Returns how many milliseconds a hold lasts after the last change of its cart. For ordinary buyers, these are 10 minutes
 * (specification §9).
 */
export function holdMsOf(unpaid: Unpaid): number {
  const { client, prefix } = levelsOf(unpaid)
  return Math.min(client.holdMs, prefix.holdMs)
}

/** Share of the capacity in carts from which demand is high. An event may then require verified accounts. */
const HIGH_DEMAND = 0.2

export const isDemandHigh = ({ capacity, held }: { capacity: number; held: number }): boolean =>
  held >= capacity * HIGH_DEMAND
