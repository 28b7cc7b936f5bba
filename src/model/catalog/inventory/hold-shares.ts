import { CART_LIFETIME_MS } from './hold-times.ts'

/**
 * Limits of one client for a ticket type. They get stricter with the number of tickets that the client has held in
 * the last hour without paying.
 */
interface ClientLimits {
  /** Number of unpaid tickets from which these limits apply. */
  unpaid: number
  /** Maximum share of the unsold tickets not held by others that the client may hold. */
  share: number
  /** Number of tickets that the client may always hold, so that it can place one order. */
  atLeast: number
  holdMs: number
}

const LEVELS: readonly [ClientLimits, ...ClientLimits[]] = [
  { unpaid: 0, share: 0.5, atLeast: 10, holdMs: CART_LIFETIME_MS },
  { unpaid: 40, share: 0.1, atLeast: 10, holdMs: 300_000 },
  { unpaid: 120, share: 0.03, atLeast: 4, holdMs: 120_000 },
]

/** Milliseconds for which tickets held without paying count against the client. */
export const UNPAID_HOLDS_WINDOW_MS = 3_600_000

const patienceFor = (unpaid: number): ClientLimits =>
  LEVELS.findLast((level) => unpaid >= level.unpaid) ?? LEVELS[0]

/**
 * Number of tickets held without payment in the last hour, minus those that were paid for: by the client, and by its
 * surrounding network (`prefix`), whose limits are twice as high.
 */
export interface UnpaidHolds {
  client: number
  prefix: number
}

const levelsOf = ({ client, prefix }: UnpaidHolds): { client: ClientLimits; prefix: ClientLimits } => ({
  client: patienceFor(client),
  prefix: patienceFor(prefix / 2),
})

/**
 * Returns how many more tickets of a type a client may hold. `free`: tickets available to everyone. `client` and
 * `prefix`: tickets currently held by the client and by its network.
 */
export function maxFurtherTickets(counts: {
  free: number
  client: number
  prefix: number
  unpaid: UnpaidHolds
}): number {
  const { free, unpaid } = counts
  const levels = levelsOf(unpaid)
  return Math.min(
    ...(['client', 'prefix'] as const).map((which) => {
      const { share, atLeast } = levels[which]
      const held = counts[which]
      return Math.max(0, Math.max(atLeast, Math.floor((free + held) * share)) - held)
    }),
  )
}

/**
 * Returns the milliseconds that a hold lasts after the last change of its cart: 10 minutes for ordinary buyers
 * (specification §9).
 */
export function holdDurationMs(unpaid: UnpaidHolds): number {
  const { client, prefix } = levelsOf(unpaid)
  return Math.min(client.holdMs, prefix.holdMs)
}

/**
 * Share of the capacity held in carts from which demand counts as high. An event may then require verified accounts.
 */
const HIGH_DEMAND = 0.2

export const isDemandHigh = ({ capacity, held }: { capacity: number; held: number }): boolean =>
  held >= capacity * HIGH_DEMAND
