import { succeed, type Failure, type Result } from '#model/result.ts'
import { guessCodes } from '../catalog/code-guesses.ts'
import type { Context } from '../context.ts'
import { listRevealed, type HiddenType } from './revealed-rows.ts'

interface Tried {
  /** As they were typed. */
  codes: readonly string[]
  /** What they may open. */
  hidden: readonly HiddenType[]
  address?: string | undefined
}

/**
 * Which of these ticket types the codes open: by a code of their own, or a promo code that reveals them. Every code is a guess at
 * each of the events, and counts at each by itself: what else is in a cart makes no new limit. Types of an event whose limit is used
 * up stay closed; RATE_LIMITED when that is every event.
 */
export async function revealTypes(
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
  /** All of one promoter. */
  types: readonly HiddenType[]
  address: string | undefined
  /** Events whose limits are to be asked yet, in one order for everybody: their turns are held together. */
  eventIds: readonly string[]
  /** Events whose limits allow the guess. */
  counted: readonly string[]
}

interface Guessed {
  opened: readonly string[]
  /** How many of the codes are right at one of the counted events. */
  right: number
  counted: readonly string[]
  refused?: Failure<'RATE_LIMITED'>
}

/**
 * Codes are compared once every limit was asked. One that is right at a counted event is given back to all of them, so that a cart
 * with several codes costs nothing; it tells nothing about events that weren't counted, nor about another promoter's.
 */
async function guessAtEach(context: Context, guessing: Guessing): Promise<Guessed> {
  const { typed, address, eventIds, counted } = guessing
  const [of, ...rest] = eventIds
  if (of === undefined) return compare(context, guessing)
  const guess = { kind: 'ticket_code', of, address, count: typed.length } as const
  const guessed = await guessCodes(context, guess, async () => {
    const found = await guessAtEach(context, { ...guessing, eventIds: rest, counted: [...counted, of] })
    return { right: found.right, found }
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
  const revealed = await listRevealed(context.db, { codes: typed, ticketTypeIds, now })
  return {
    opened: revealed.map((row) => row.ticketTypeId),
    right: new Set(revealed.map((row) => row.code)).size,
    counted,
  }
}
