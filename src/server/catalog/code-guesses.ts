import type { Failure } from '#model/result.ts'
import { giveBackEach, keyOf, networkOf, prefixOf, takeEach, type Counted } from '../accounts/limits.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'

export interface Guess {
  kind: 'event_code' | 'ticket_code' | 'promo_code'
  /** Id of the event or promoter whose codes are guessed. */
  of: string
  /** Address of the client. */
  address: string | undefined
}

const MINUTES = 60
const HOUR = 3600

/** Wrong codes per client (an IPv4 address or an IPv6 /64) in 10 minutes. */
const ofClient = (kind: Guess['kind']): Limit => ({
  name: `${kind}_client`,
  points: 20,
  seconds: 10 * MINUTES,
})
/** Wrong codes of all clients together. */
const ofEverybody = (kind: Guess['kind']): Limit => ({ name: `${kind}_all`, points: 300, seconds: HOUR })
/** Beyond that per /24 or /48: an attack with many addresses can't keep out those who have the code. */
const ofPrefix = (kind: Guess['kind']): Limit => ({ name: `${kind}_prefix`, points: 2, seconds: HOUR })

/** Guesses that were counted. Those that were right are given back. */
export interface CountedGuesses {
  giveBack: (count: number) => Promise<void>
}

/** Counts guesses before any is compared, in one statement each, so that many at once don't pass the limit. */
export async function countGuesses(
  context: Context,
  { kind, of, address = '' }: Guess,
  count = 1,
): Promise<CountedGuesses | Failure<'RATE_LIMITED'>> {
  const client: Counted = [ofClient(kind), keyOf(of, networkOf(address))]
  const everybody: Counted = [ofEverybody(kind), keyOf(of)]
  const prefix: Counted = [ofPrefix(kind), keyOf(of, prefixOf(address))]
  const refused = await takeEach(context, [client], count)
  if (refused) return refused
  const isBusy = await takeEach(context, [everybody], count)
  const tooMany = isBusy && (await takeEach(context, [prefix], count))
  if (tooMany) return tooMany
  const counted = [client, isBusy ? prefix : everybody]
  return { giveBack: (right) => giveBackEach(context, counted, right) }
}

export const isRefused = (
  counted: CountedGuesses | Failure<'RATE_LIMITED'>,
): counted is Failure<'RATE_LIMITED'> => 'success' in counted
