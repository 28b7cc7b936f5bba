import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import {
  restoreLimits,
  keyOf,
  networkOf,
  prefixOf,
  consumeLimits,
  type Counted,
} from '#server/people/sessions/limits.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'

export interface Guess {
  kind: 'event_code' | 'ticket_code' | 'promo_code'
  /** Id of the event or promoter whose codes are guessed. */
  of: string
  address: string | undefined
  /** Number of codes; defaults to 1. */
  count?: number
}

export interface Compared<Found> {
  right: number
  found: Found
}

const HOUR = 3600

/** Wrong codes per client (an IPv4 address or an IPv6 /64) in 10 minutes. */
const ofClient = (kind: Guess['kind']): Limit => ({ name: `${kind}_client`, points: 20, seconds: 600 })
const ofEverybody = (kind: Guess['kind']): Limit => ({ name: `${kind}_all`, points: 300, seconds: HOUR })
/** Allowance per /24 or /48 beyond that, so that a distributed attack can't lock out those who have the code. */
const ofPrefix = (kind: Guess['kind']): Limit => ({ name: `${kind}_prefix`, points: 2, seconds: HOUR })

/** Concurrency limits, low enough that correct codes in progress on several nodes don't exhaust a limit: a fifth of it each. */
const CLIENT_AT_ONCE = 4
const EVERYBODY_AT_ONCE = 60

/** Counts guesses atomically before comparing them, so that parallel requests can't bypass the limit. */
export async function guessCodes<Found>(
  context: Context,
  guess: Guess,
  compare: () => Promise<Compared<Found>>,
): Promise<Result<Found, 'RATE_LIMITED'>> {
  const { kind, of, address = '', count = 1 } = guess
  const client: Counted = [ofClient(kind), keyOf(of, networkOf(address))]
  const everybody: Counted = [ofEverybody(kind), keyOf(of)]
  const prefix: Counted = [ofPrefix(kind), keyOf(of, prefixOf(address))]
  const inTurn = <Made>([limit, key]: Counted, atOnce: number, work: () => Promise<Made>) =>
    context.turns.run(`${limit.name} ${key}`, { atOnce }, work)
  const countAndCompare = async (): Promise<Result<Found, 'RATE_LIMITED'>> => {
    const refused = await consumeLimits(context, [client], count)
    if (refused) return refused
    const isBusy = await consumeLimits(context, [everybody], count)
    const tooMany = isBusy && (await consumeLimits(context, [prefix], count))
    if (tooMany) return tooMany
    const { right, found } = await compare()
    await restoreLimits(context, [client, isBusy ? prefix : everybody], right)
    return succeed(found)
  }
  const done = await inTurn(client, CLIENT_AT_ONCE, () =>
    inTurn(everybody, EVERYBODY_AT_ONCE, countAndCompare),
  )
  return done === 'too many' ? tooManyWaiting() : done
}

const tooManyWaiting = (): Failure<'RATE_LIMITED'> => fail('RATE_LIMITED', { retryAfterSeconds: 10 })
