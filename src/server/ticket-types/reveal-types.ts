import { succeed, type Result } from '#model/result.ts'
import { guessCodes, type Compared } from '../catalog/code-guesses.ts'
import type { Context } from '../context.ts'
import { listRevealed, type HiddenType } from './revealed-rows.ts'

interface Tried {
  /** As they were typed. */
  codes: readonly string[]
  /** What they may open. */
  hidden: readonly HiddenType[]
  address?: string | undefined
}

/** Which of these ticket types the codes open: by a code of their own, or a promo code that reveals them. */
export async function revealTypes(
  context: Context,
  { codes, hidden, address }: Tried,
): Promise<Result<ReadonlySet<string>, 'RATE_LIMITED'>> {
  const typed = [...new Set(codes.map((code) => code.trim().toUpperCase()).filter(Boolean))]
  if (typed.length === 0 || hidden.length === 0) return succeed(NONE)
  const compare = async (): Promise<Compared<ReadonlySet<string>>> => {
    const now = new Date(context.clock.now())
    const ticketTypeIds = hidden.map((type) => type.ticketTypeId)
    const revealed = await listRevealed(context.db, { codes: typed, ticketTypeIds, now })
    return {
      right: new Set(revealed.map((row) => row.code)).size,
      found: new Set(revealed.map((row) => row.ticketTypeId)),
    }
  }
  const eventIds = [...new Set(hidden.map((type) => type.eventId))]
  // A cart with hidden tickets of several events counts for all of them together.
  const guess = {
    kind: 'ticket_code',
    of: eventIds.toSorted().join(' '),
    address,
    count: typed.length,
  } as const
  return guessCodes(context, guess, compare)
}

const NONE: ReadonlySet<string> = new Set()
