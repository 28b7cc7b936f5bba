import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import {
  restoreLimits,
  hashLimitKey,
  clientNetworkOf,
  surroundingNetworkOf,
  consumeLimits,
  type LimitedKey,
} from '#server/people/sessions/limits.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'

export interface CodeGuess {
  kind: 'event_code' | 'ticket_code' | 'promo_code' | 'voucher_code'
  subjectId: string
  address: string | undefined
  count?: number
}

export interface CodeComparison<Found> {
  matches: number
  found: Found
}

const HOUR = 3600

/** Limit of wrong codes per client (an IPv4 address or an IPv6 /64 network) in 10 minutes. */
const ofClient = (kind: CodeGuess['kind']): Limit => ({ name: `${kind}_client`, points: 20, seconds: 600 })
const ofEverybody = (kind: CodeGuess['kind']): Limit => ({ name: `${kind}_all`, points: 300, seconds: HOUR })
/**
 * Number of wrong codes per hour that each network (IPv4 /24, IPv6 /48) may still send after the limit of all clients
 * is used up, so that a distributed attack can't lock out people who have the code.
 */
const ofPrefix = (kind: CodeGuess['kind']): Limit => ({ name: `${kind}_prefix`, points: 2, seconds: HOUR })

/**
 * Limits of concurrent guesses. Each is a fifth of the corresponding limit above, so that correct codes that several
 * nodes check at the same time don't exhaust that limit.
 */
const CLIENT_AT_ONCE = 4
const EVERYBODY_AT_ONCE = 60

/**
 * Compares codes. Counts the guesses before comparing them, in one atomic step, so that parallel requests can't
 * bypass the limits.
 */
export async function compareCodes<Found>(
  context: Context,
  guess: CodeGuess,
  compare: () => Promise<CodeComparison<Found>>,
): Promise<Result<Found, 'RATE_LIMITED'>> {
  const { kind, subjectId: of, address = '', count = 1 } = guess
  const client: LimitedKey = [ofClient(kind), hashLimitKey(of, clientNetworkOf(address))]
  const everybody: LimitedKey = [ofEverybody(kind), hashLimitKey(of)]
  const prefix: LimitedKey = [ofPrefix(kind), hashLimitKey(of, surroundingNetworkOf(address))]
  const inTurn = <Made>([limit, key]: LimitedKey, atOnce: number, work: () => Promise<Made>) =>
    context.turns.run(`${limit.name} ${key}`, { atOnce }, work)
  const countAndCompare = async (): Promise<Result<Found, 'RATE_LIMITED'>> => {
    const refused = await consumeLimits(context, [client], count)
    if (refused) return refused
    const isBusy = await consumeLimits(context, [everybody], count)
    const tooMany = isBusy && (await consumeLimits(context, [prefix], count))
    if (tooMany) return tooMany
    const { matches: right, found } = await compare()
    await restoreLimits(context, [client, isBusy ? prefix : everybody], right)
    return succeed(found)
  }
  const done = await inTurn(client, CLIENT_AT_ONCE, () =>
    inTurn(everybody, EVERYBODY_AT_ONCE, countAndCompare),
  )
  return done === 'too many' ? tooManyWaiting() : done
}

const tooManyWaiting = (): Failure<'RATE_LIMITED'> => fail('RATE_LIMITED', { retryAfterSeconds: 10 })
