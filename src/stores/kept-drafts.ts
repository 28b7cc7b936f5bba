import * as z from 'zod/mini'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'
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

const readAll = (kind: DraftSpot['kind']): z.infer<typeof drafts> =>
  z.safeParse(drafts, readStored('sessionStorage', SESSION_KEYS[kind])).data ?? {}

const nameOf = ({ id = '' }: DraftSpot): string => `${$promoter.get()?.id ?? ''} ${id}`

/** For the promoter that the console is about. Undefined forgets it. */
export function keepDraft(spot: DraftSpot, kept: KeptDraft<unknown, unknown> | undefined): void {
  const { [nameOf(spot)]: _, ...others } = readAll(spot.kind)
  const all = kept ? { ...others, [nameOf(spot)]: kept } : others
  writeStored('sessionStorage', SESSION_KEYS[spot.kind], Object.keys(all).length > 0 ? all : undefined)
}

/** As `base` and `draft` read it; what either can't read is not there. */
export function readKept<Base, Draft>(
  spot: DraftSpot,
  read: { base: (value: unknown) => Base | undefined; draft: (value: unknown) => Draft | undefined },
): KeptDraft<Base, Draft> | undefined {
  const kept = readAll(spot.kind)[nameOf(spot)]
  const [base, draft] = kept ? [read.base(kept.base), read.draft(kept.draft)] : []
  return base === undefined || draft === undefined ? undefined : { base, draft }
}
