import * as z from 'zod/mini'
import { sessionStore } from '#browser/persistent-store.ts'
import { $promoter } from './own-promoters.ts'

/** What somebody writes, and what it began from: there again in this tab after a reload, and after signing in anew. */
export interface KeptDraft<Base, Draft> {
  base: Base
  draft: Draft
}

/** What a draft is of. `id` tells apart those of one promoter. */
export interface DraftSpot {
  kind: 'siteLookDraft' | 'eventDraft' | 'letterDraft'
  id?: string
}

const drafts = z.record(z.string(), z.object({ base: z.unknown(), draft: z.unknown() }))

const parseDrafts = (stored: unknown) => z.safeParse(drafts, stored).data

const stores = {
  siteLookDraft: sessionStore('siteLookDraft', parseDrafts),
  eventDraft: sessionStore('eventDraft', parseDrafts),
  letterDraft: sessionStore('letterDraft', parseDrafts),
} as const

const nameOf = ({ id = '' }: DraftSpot): string => `${$promoter.get()?.id ?? ''} ${id}`

/** For the promoter that the console is about. Undefined forgets it. */
export function keepDraft(spot: DraftSpot, kept: KeptDraft<unknown, unknown> | undefined): void {
  const { [nameOf(spot)]: _, ...others } = stores[spot.kind].get() ?? {}
  const all = kept ? { ...others, [nameOf(spot)]: kept } : others
  stores[spot.kind].set(Object.keys(all).length > 0 ? all : undefined)
}

/** As `base` and `draft` read it; what either can't read is not there. */
export function readKept<Base, Draft>(
  spot: DraftSpot,
  read: { base: (value: unknown) => Base | undefined; draft: (value: unknown) => Draft | undefined },
): KeptDraft<Base, Draft> | undefined {
  const kept = stores[spot.kind].get()?.[nameOf(spot)]
  const [base, draft] = kept ? [read.base(kept.base), read.draft(kept.draft)] : []
  return base === undefined || draft === undefined ? undefined : { base, draft }
}
