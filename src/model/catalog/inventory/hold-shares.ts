import { CART_LIFETIME_MS } from './hold-times.ts'

/** Hold limits of one client for a ticket type, by the number of tickets it held within an hour without paying. */
interface Patience {
  /** Applies from this number of unpaid tickets on. */
  unpaid: number
  /** Maximum share of the tickets that no other client holds or has bought. */
  share: number
  /** Minimum allowance, so that one order fits. */
  atLeast: number
  holdMs: number
}

const LEVELS: readonly [Patience, ...Patience[]] = [
  { unpaid: 0, share: 0.5, atLeast: 10, holdMs: CART_LIFETIME_MS },
  { unpaid: 40, share: 0.1, atLeast: 10, holdMs: 300_000 },
  { unpaid: 120, share: 0.03, atLeast: 4, holdMs: 120_000 },
]

/** How long an unpaid hold counts against its client. */
export const UNPAID_MS = 3_600_000

const patienceFor = (unpaid: number): Patience =>
  LEVELS.findLast((level) => unpaid >= level.unpaid) ?? LEVELS[0]

/** Tickets held and not paid for, less tickets paid for. `prefix` counts the client's network, whose limits are doubled. */
export interface Unpaid {
  client: number
  prefix: number
}

const levelsOf = ({ client, prefix }: Unpaid): { client: Patience; prefix: Patience } => ({
  client: patienceFor(client),
  prefix: patienceFor(prefix / 2),
})

/** Returns how many more tickets of a type a client may hold. `free`: available to all; `client`, `prefix`: held by them now. */
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

/** Returns how long a hold lasts after the last change of its cart, in milliseconds: 10 minutes for ordinary buyers (specification §9). */
export function holdMsOf(unpaid: Unpaid): number {
  const { client, prefix } = levelsOf(unpaid)
  return Math.min(client.holdMs, prefix.holdMs)
}

/** Demand is high when carts hold at least this share of the capacity; an event may then require verified accounts. */
const HIGH_DEMAND = 0.2

export const isDemandHigh = ({ capacity, held }: { capacity: number; held: number }): boolean =>
  held >= capacity * HIGH_DEMAND
