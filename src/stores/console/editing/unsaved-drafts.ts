import * as z from 'zod/mini'
import { sessionStore } from '#browser/platform/persistent-store.ts'
import { $promoter } from '#stores/console/own-promoters.ts'

/** An unsaved draft and the version that it is based on. Kept in this tab across reloads and sign-ins. */
export interface UnsavedDraft<Base, Draft> {
  base: Base
  draft: Draft
}

export interface DraftKey {
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

const nameOf = ({ id = '' }: DraftKey): string => `${$promoter.get()?.id ?? ''} ${id}`

/** Stores a draft, or deletes it if `kept` is undefined. */
export function storeUnsavedDraft(key: DraftKey, kept: UnsavedDraft<unknown, unknown> | undefined): void {
  const { [nameOf(key)]: _, ...others } = stores[key.kind].get() ?? {}
  const all = kept ? { ...others, [nameOf(key)]: kept } : others
  stores[key.kind].set(Object.keys(all).length > 0 ? all : undefined)
}

/** Returns the stored draft; undefined when there is none, or when `base` or `draft` can't parse it. */
export function readUnsavedDraft<Base, Draft>(
  key: DraftKey,
  read: { base: (value: unknown) => Base | undefined; draft: (value: unknown) => Draft | undefined },
): UnsavedDraft<Base, Draft> | undefined {
  const kept = stores[key.kind].get()?.[nameOf(key)]
  const [base, draft] = kept ? [read.base(kept.base), read.draft(kept.draft)] : []
  return base === undefined || draft === undefined ? undefined : { base, draft }
}
