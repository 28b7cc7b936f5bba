import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import {
  beginDraft,
  beginDraftWithLaterInput,
  continueDraft,
  resolveWithOwnContent,
  rebaseDraft,
  restoreDraft,
  editDraft,
  type Draft,
  type DraftRules,
} from '#model/platform/drafts/drafts.ts'
import type { Result } from '#model/platform/result.ts'
import { storeUnsavedDraft, readUnsavedDraft, type DraftKey } from './unsaved-drafts.ts'
import { createResourceOf, type ResourceState } from '#stores/platform/resource.ts'

interface Options<View, Content> extends DraftRules<View, Content> {
  fetchView: (id: string) => Promise<Result<View>>
  spotOf: (view: View) => DraftKey
  content: z.ZodMiniType<Content>
}

/** An object that is edited in this tab. Unsaved content survives a reload of the page. */
export interface DraftStore<View, Content> {
  $saved: ReadableAtom<ResourceState<View>>
  $draft: WritableAtom<Draft<View, Content> | undefined>
  $content: ReadableAtom<Content | undefined>
  /** Version that someone else has saved. Saving waits until the user has chosen between the versions. */
  $theirs: ReadableAtom<View | undefined>
  /** Loads the object and restores unsaved content of this tab. Returns undefined when loading fails. */
  open: (id: string) => Promise<View | undefined>
  write: (change: Partial<Content>) => void
  /** Stores the server's response to a change that didn't edit the content, for example publishing. */
  show: (view: View) => void
  /** Replaces the content with the server's, except for input since `mark`. */
  adopt: (view: View, mark?: Content) => void
  continueFrom: (view: View, written: Content) => void
  send: (content: Content) => void
  /** Makes `view` the draft's base if it contains no changes by other people. Returns false if it does. */
  rebase: (view: View) => boolean
  contest: (theirs: View) => void
  /** Resolves a conflict: keeps this tab's content, based on the other person's version. */
  keepMine: () => void
  discard: () => void
}

/** Connects the pure functions of `model/platform/drafts/drafts.ts` with loading and storage. */
export function createDraft<View extends { version: number }, Content extends object>(
  options: Options<View, Content>,
): DraftStore<View, Content> {
  const { fetchView, spotOf } = options
  const { $store: $saved, load, adopt: show } = createResourceOf(fetchView, (id: string) => id)
  const $draft = atom<Draft<View, Content> | undefined>(undefined)
  const put = (draft: Draft<View, Content>): void => {
    $draft.set(draft)
    const { data } = $saved.get()
    const { base, content, savedAs } = draft
    if (data) storeUnsavedDraft(spotOf(data), content === savedAs ? undefined : { base, draft: content })
  }
  const change = (next: (draft: Draft<View, Content>) => Draft<View, Content>): void => {
    const draft = $draft.get()
    if (draft) put(next(draft))
  }
  const adopt = (view: View, mark?: Content): void => {
    show(view)
    const draft = $draft.get()
    put(draft && mark ? beginDraftWithLaterInput(options, draft, { view, mark }) : beginDraft(options, view))
  }
  return {
    $saved,
    $draft,
    $content: computed($draft, (draft) => draft?.content),
    $theirs: computed($draft, (draft) => draft?.theirs),
    open: async (id) => {
      await load(id)
      const { status, data } = $saved.get()
      if (status !== 'ready' || !data) return undefined
      const kept = readUnsavedDraft(spotOf(data), readersOf(options.content))
      put(kept ? restoreDraft(options, data, kept) : beginDraft(options, data))
      return data
    },
    write: (written) => change((draft) => editDraft(draft, written)),
    show,
    adopt,
    continueFrom: (view, written) => {
      show(view)
      change((draft) => continueDraft(options, draft, { view, written }))
    },
    send: (content) => change((draft) => ({ ...draft, unanswered: [...draft.unanswered, content] })),
    rebase: (view) => {
      const draft = $draft.get()
      const rebased = draft && rebaseDraft(options, draft, view)
      if (rebased) put(rebased)
      return rebased !== undefined
    },
    contest: (theirs) => change((draft) => ({ ...draft, theirs })),
    keepMine: () => {
      const theirs = $draft.get()?.theirs
      if (theirs) show(theirs)
      change((draft) => resolveWithOwnContent(options, draft))
    },
    discard: () => {
      const view = $draft.get()?.theirs ?? $saved.get().data
      if (view) adopt(view)
    },
  }
}

const readersOf = <Content>(content: z.ZodMiniType<Content>) => ({
  base: (value: unknown) => z.safeParse(z.object({ version: z.int(), content }), value).data,
  draft: (value: unknown) => z.safeParse(content, value).data,
})
