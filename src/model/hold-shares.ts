import { CART_LIFETIME_MS } from './hold-times.ts'

/** What one client may hold of a ticket type, and for how long, by the tickets that it held within an hour and didn't pay for. */
interface Patience {
  /** From so many unpaid tickets on. */
  unpaid: number
  /** Of what nobody else has bought or holds. */
  share: number
  /** That many at least, so that an order fits. */
  atLeast: number
  holdMs: number
}

const LEVELS: readonly [Patience, ...Patience[]] = [
  { unpaid: 0, share: 0.5, atLeast: 10, holdMs: CART_LIFETIME_MS },
  { unpaid: 40, share: 0.1, atLeast: 10, holdMs: 300_000 },
  { unpaid: 120, share: 0.03, atLeast: 4, holdMs: 120_000 },
]

/** How long unpaid holds count against their client. */
export const UNPAID_MS = 3_600_000

const patienceFor = (unpaid: number): Patience =>
  LEVELS.findLast((level) => unpaid >= level.unpaid) ?? LEVELS[0]

/** Tickets held and not paid for, less those paid for. The prefix is the network around the client: it has twice the patience. */
export interface Unpaid {
  client: number
  prefix: number
}

const levelsOf = ({ client, prefix }: Unpaid): { client: Patience; prefix: Patience } => ({
  client: patienceFor(client),
  prefix: patienceFor(prefix / 2),
})

/** How many more of a ticket type a client may take. `free`: on sale to anybody; the others: held by client and prefix now. */
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

/** How long a hold lasts from its cart's last change: 10 minutes for ordinary buyers (specification §9). Milliseconds. */
export function holdMsOf(unpaid: Unpaid): number {
  const { client, prefix } = levelsOf(unpaid)
  return Math.min(client.holdMs, prefix.holdMs)
}

/** From this share of the capacity in carts on, demand is high: an event may then hold for verified accounts only. */
const HIGH_DEMAND = 0.2

export const isDemandHigh = ({ capacity, held }: { capacity: number; held: number }): boolean =>
  held >= capacity * HIGH_DEMAND
