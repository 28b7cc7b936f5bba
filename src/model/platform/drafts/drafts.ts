export interface BaseVersion<Content> {
  version: number
  content: Content
}

/**
 * Content that a user is editing and that other people may also be editing. `View` is the type in which the server
 * returns it.
 */
export interface Draft<View, Content> {
  /** Version that the content is based on. Only a save or the resolution of a conflict changes it. */
  base: BaseVersion<Content>
  content: Content
  /** The content as it was loaded or last sent. The server may have normalised it since. */
  savedAs: Content
  /** Contents that were sent without getting a response; they may or may not have been saved. */
  unanswered: readonly Content[]
  /** Version that someone else saved after `base`. While it is set, nothing is saved. */
  theirs: View | undefined
}

export interface DraftRules<View, Content> {
  contentOf: (view: View) => Content
  isSame: (one: Content, other: Content) => boolean
  /** True when changes of two people to different fields are merged. Otherwise, they are a conflict. */
  mergesFields: boolean
}

export interface StoredDraft<Content> {
  base: BaseVersion<Content>
  draft: Content
}

interface Versioned {
  version: number
}

const baseOf = <View extends Versioned, Content>(
  { contentOf }: DraftRules<View, Content>,
  view: View,
): BaseVersion<Content> => ({ version: view.version, content: contentOf(view) })

export function beginDraft<View extends Versioned, Content>(
  rules: DraftRules<View, Content>,
  view: View,
): Draft<View, Content> {
  const base = baseOf(rules, view)
  return { base, content: base.content, savedAs: base.content, unanswered: [], theirs: undefined }
}

/**
 * Restores a draft stored in the browser. Its changes are a conflict when someone else has saved other changes since.
 */
export function restoreDraft<View extends Versioned, Content extends object>(
  rules: DraftRules<View, Content>,
  view: View,
  { base, draft }: StoredDraft<Content>,
): Draft<View, Content> {
  const newest = beginDraft(rules, view)
  if (rules.isSame(draft, newest.content)) return newest
  if (base.version === view.version || rules.isSame(base.content, newest.content))
    return { ...newest, content: draft }
  if (rules.mergesFields && !isContested(base.content, draft, newest.content))
    return { ...newest, content: merge(base.content, draft, newest.content) }
  return { ...newest, base, content: draft, savedAs: base.content, theirs: view }
}

export const editDraft = <View, Content extends object>(
  draft: Draft<View, Content>,
  change: Partial<Content>,
): Draft<View, Content> => ({ ...draft, content: { ...draft.content, ...change } })

/**
 * Returns the draft after `written` was saved, based on the saved version. Keeps changes that the user made in the
 * meantime.
 */
export const continueDraft = <View extends Versioned, Content>(
  rules: DraftRules<View, Content>,
  draft: Draft<View, Content>,
  { view, written }: { view: View; written: Content },
): Draft<View, Content> => ({ ...beginDraft(rules, view), content: draft.content, savedAs: written })

/** Returns a draft that is based on a saved version and keeps the changes made since `mark`. */
export function beginDraftWithLaterInput<View extends Versioned, Content extends object>(
  rules: DraftRules<View, Content>,
  draft: Draft<View, Content>,
  { view, mark }: { view: View; mark: Content },
): Draft<View, Content> {
  const newest = beginDraft(rules, view)
  const later = changesOf(mark, draft.content)
  return Object.keys(later).length === 0 ? newest : editDraft(newest, later)
}

/**
 * Bases the draft on a newer version. Undefined (a conflict) unless everything in the newer version was sent by this
 * browser without getting a response.
 */
export function rebaseDraft<View extends Versioned, Content>(
  rules: DraftRules<View, Content>,
  draft: Draft<View, Content>,
  view: View,
): Draft<View, Content> | undefined {
  const base = baseOf(rules, view)
  const isOwn = [draft.base.content, ...draft.unanswered].some((each) => rules.isSame(each, base.content))
  return isOwn ? { ...draft, base } : undefined
}

/** Resolves a conflict in favour of this browser's content. */
export function resolveWithOwnContent<View extends Versioned, Content extends object>(
  rules: DraftRules<View, Content>,
  draft: Draft<View, Content>,
): Draft<View, Content> {
  if (!draft.theirs) return draft
  const theirs = beginDraft(rules, draft.theirs)
  const content = rules.mergesFields
    ? merge(draft.base.content, draft.content, theirs.content)
    : draft.content
  return { ...theirs, content }
}

function changesOf<Content extends object>(before: Content, after: Content): Partial<Content> {
  // All keys of the content are field names.
  const fields = Object.keys(after) as (keyof Content)[]
  const changed = fields.filter((field) => !isEqual(before[field], after[field]))
  // Each entry is a field of `after` with its value.
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<Content>
}

const merge = <Content extends object>(base: Content, mine: Content, theirs: Content): Content => ({
  ...theirs,
  ...changesOf(base, mine),
})

function isContested<Content extends object>(base: Content, mine: Content, theirs: Content): boolean {
  // All keys of the content are field names.
  const fields = Object.keys(changesOf(base, mine)) as (keyof Content)[]
  return fields.some((field) => !isEqual(theirs[field], base[field]) && !isEqual(theirs[field], mine[field]))
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
