import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { compareCodes } from './code-guesses.ts'
import type { Context } from '#server/context.ts'
import { listUnlockedTicketTypes, type HiddenTicketType } from './unlocked-ticket-type-rows.ts'

interface Tried {
  /** Codes as entered, not normalised. */
  codes: readonly string[]
  hidden: readonly HiddenTicketType[]
  address?: string | undefined
}

/**
 * Unlocks ticket types by their own access code or by a promo code. Every code counts as a guess at each event of the
 * cart. Events over their limit stay locked; RATE_LIMITED when all events are over it.
 */
export async function unlockTicketTypes(
  context: Context,
  { codes, hidden, address }: Tried,
): Promise<Result<ReadonlySet<string>, 'RATE_LIMITED'>> {
  const typed = [...new Set(codes.map((code) => code.trim().toUpperCase()).filter(Boolean))]
  if (typed.length === 0 || hidden.length === 0) return succeed(new Set())
  const opened = new Set<string>()
  const events = new Set<string>()
  let refused: Failure<'RATE_LIMITED'> | undefined
  for (const types of Map.groupBy(hidden, (type) => type.promoterId).values()) {
    const eventIds = [...new Set(types.map((type) => type.eventId))].toSorted()
    const guessed = await guessAtEach(context, { typed, types, address, eventIds, counted: [] })
    for (const each of guessed.opened) opened.add(each)
    for (const each of guessed.counted) events.add(each)
    refused ??= guessed.refused
  }
  return refused && events.size === 0 ? refused : succeed(opened)
}

interface Guessing {
  typed: readonly string[]
  types: readonly HiddenTicketType[]
  address: string | undefined
  /**
   * Events whose guesses haven't been counted yet. They are sorted to avoid deadlocks, because a request holds a slot
   * of each of them at the same time.
   */
  eventIds: readonly string[]
  counted: readonly string[]
}

interface Guessed {
  opened: readonly string[]
  right: number
  counted: readonly string[]
  refused?: Failure<'RATE_LIMITED'>
}

/**
 * Counts the guesses at all events, then compares the codes. A code that is correct for any counted event is
 * uncounted at all of them, so that a cart with several correct codes uses no guesses. Reveals nothing about other
 * events or promoters.
 */
async function guessAtEach(context: Context, guessing: Guessing): Promise<Guessed> {
  const { typed, address, eventIds, counted } = guessing
  const [of, ...rest] = eventIds
  if (of === undefined) return compare(context, guessing)
  const guess = { kind: 'ticket_code', subjectId: of, address, count: typed.length } as const
  const guessed = await compareCodes(context, guess, async () => {
    const found = await guessAtEach(context, { ...guessing, eventIds: rest, counted: [...counted, of] })
    return { matches: found.right, found }
  })
  if (guessed.success) return guessed.data
  return { ...(await guessAtEach(context, { ...guessing, eventIds: rest })), refused: guessed }
}

async function compare(context: Context, { typed, types, counted }: Guessing): Promise<Guessed> {
  const ticketTypeIds = types
    .filter((type) => counted.includes(type.eventId))
    .map((type) => type.ticketTypeId)
  if (ticketTypeIds.length === 0) return { opened: [], right: 0, counted }
  const now = new Date(context.clock.now())
  const revealed = await listUnlockedTicketTypes(context.db, { codes: typed, ticketTypeIds, now })
  return {
    opened: revealed.map((row) => row.ticketTypeId),
    right: new Set(revealed.map((row) => row.code)).size,
    counted,
  }
}
