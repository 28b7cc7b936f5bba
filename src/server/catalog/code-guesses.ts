import { fail } from '#contracts/errors.ts'
import { succeed, type Failure, type Result } from '#model/result.ts'
import { giveBackEach, keyOf, networkOf, prefixOf, takeEach, type Counted } from '../accounts/limits.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'

export interface Guess {
  kind: 'event_code' | 'ticket_code' | 'promo_code'
  /** Id of the event or promoter whose codes are guessed. */
  of: string
  /** Address of the client. */
  address: string | undefined
  /** How many codes are tried; 1 unless said. */
  count?: number
}

/** What comparing the codes gave: `right` of them are not counted. */
export interface Compared<Found> {
  right: number
  found: Found
}

const HOUR = 3600

/** Wrong codes per client (an IPv4 address or an IPv6 /64) in 10 minutes. */
const ofClient = (kind: Guess['kind']): Limit => ({ name: `${kind}_client`, points: 20, seconds: 600 })
/** Wrong codes of all clients together. */
const ofEverybody = (kind: Guess['kind']): Limit => ({ name: `${kind}_all`, points: 300, seconds: HOUR })
/** Beyond that per /24 or /48: an attack with many addresses can't keep out those who have the code. */
const ofPrefix = (kind: Guess['kind']): Limit => ({ name: `${kind}_prefix`, points: 2, seconds: HOUR })

/** Few enough at once that right codes under way on several nodes use up no limit: a fifth of it each. */
const CLIENT_AT_ONCE = 4
const EVERYBODY_AT_ONCE = 60

/** Counts guesses before any is compared, in atomic statements, so that many at once don't pass the limit. */
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
    const refused = await takeEach(context, [client], count)
    if (refused) return refused
    const isBusy = await takeEach(context, [everybody], count)
    const tooMany = isBusy && (await takeEach(context, [prefix], count))
    if (tooMany) return tooMany
    const { right, found } = await compare()
    await giveBackEach(context, [client, isBusy ? prefix : everybody], right)
    return succeed(found)
  }
  const done = await inTurn(client, CLIENT_AT_ONCE, () =>
    inTurn(everybody, EVERYBODY_AT_ONCE, countAndCompare),
  )
  return done === 'too many' ? tooManyWaiting() : done
}

const tooManyWaiting = (): Failure<'RATE_LIMITED'> => fail('RATE_LIMITED', { retryAfterSeconds: 10 })
