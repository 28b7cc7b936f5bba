import { succeed, type Result } from '#model/result.ts'
import { keyOf, networkOf } from '../accounts/limits.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'
import { listRevealed } from './revealed-rows.ts'

/** Of one network: only codes that open nothing count. */
const WRONG_CODES: Limit = { name: 'access_code_network', points: 60, seconds: 900 }

interface Tried {
  /** As they were typed. */
  codes: readonly string[]
  /** The hidden ticket types that they may open. */
  ticketTypeIds: readonly string[]
  /** Whose tries are counted; nobody's when it is not known. */
  address?: string | undefined
}

/** Which of these ticket types the codes open: by a code of their own, or a promo code that reveals them. */
export async function revealTypes(
  context: Context,
  { codes, ticketTypeIds, address }: Tried,
): Promise<Result<ReadonlySet<string>, 'RATE_LIMITED'>> {
  const typed = codes.map((code) => code.trim().toUpperCase()).filter(Boolean)
  if (typed.length === 0 || ticketTypeIds.length === 0) return succeed(NONE)
  const network = keyOf(networkOf(address ?? ''))
  const refused = await context.limits.isUsedUp(WRONG_CODES, network)
  if (refused) return refused
  const now = new Date(context.clock.now())
  const revealed = await listRevealed(context.db, { codes: typed, ticketTypeIds, now })
  if (revealed.length === 0 && address !== undefined) await context.limits.take(WRONG_CODES, network)
  return succeed(new Set(revealed))
}

const NONE: ReadonlySet<string> = new Set()
