import { describe, expect, it } from 'vitest'
import {
  beginDraft,
  beginDraftWithLaterInput,
  continueDraft,
  resolveWithOwnContent,
  rebaseDraft,
  restoreDraft,
  editDraft,
  type DraftRules,
} from '#model/platform/drafts/drafts.ts'

interface Content {
  title: string
  text: string
}
interface View extends Content {
  version: number
}

const WHOLE: DraftRules<View, Content> = {
  contentOf: ({ title, text }) => ({ title, text }),
  isSame: (one, other) => one.title === other.title && one.text === other.text,
  mergesFields: false,
}
const BY_FIELD = { ...WHOLE, mergesFields: true }

const ONE: View = { version: 1, title: 'A', text: 'a' }
const kept = (draft: Content) => ({ base: { version: 1, content: { title: 'A', text: 'a' } }, draft })

describe('a draft', () => {
  it('begins with the saved content, and is based on its version', () => {
    expect(beginDraft(WHOLE, ONE)).toEqual({
      base: { version: 1, content: { title: 'A', text: 'a' } },
      content: { title: 'A', text: 'a' },
      savedAs: { title: 'A', text: 'a' },
      unanswered: [],
      theirs: undefined,
    })
  })

  it('keeps later input when a save is answered, also when the server has normalised the content', () => {
    const sent = editDraft(beginDraft(WHOLE, ONE), { title: ' B ' })
    const later = editDraft(sent, { text: 'later' })
    const saved = continueDraft(WHOLE, later, {
      view: { version: 2, title: 'B', text: 'a' },
      written: sent.content,
    })
    expect(saved).toMatchObject({
      base: { version: 2, content: { title: 'B' } },
      content: { title: ' B ', text: 'later' },
      savedAs: { title: ' B ', text: 'a' },
    })
  })

  it('keeps only input since a mark when a version replaces it', () => {
    const marked = editDraft(beginDraft(WHOLE, ONE), { title: 'dropped' })
    const later = editDraft(marked, { text: 'kept' })
    const change = { view: { ...ONE, version: 3 }, mark: marked.content }
    expect(beginDraftWithLaterInput(WHOLE, later, change)).toMatchObject({
      base: { version: 3 },
      content: { title: 'A', text: 'kept' },
      savedAs: { title: 'A', text: 'a' },
    })
    const same = beginDraftWithLaterInput(WHOLE, marked, change)
    expect(same.content).toBe(same.savedAs)
  })
})

describe('a restored draft', () => {
  const mine = { title: 'Mine', text: 'a' }

  it.each([
    ['the same version', ONE],
    ['a version with the same content', { ...ONE, version: 4 }],
  ])('goes on from %s', (_, view) => {
    expect(restoreDraft(WHOLE, view, kept(mine))).toMatchObject({
      base: { version: view.version },
      content: mine,
      savedAs: { title: 'A' },
      theirs: undefined,
    })
  })

  it('that was saved meanwhile is no draft any more', () => {
    const view = { version: 2, ...mine }
    expect(restoreDraft(WHOLE, view, kept(mine))).toEqual(beginDraft(WHOLE, view))
  })

  it('is a conflict when other content was saved', () => {
    const theirs = { version: 2, title: 'A', text: 'theirs' }
    expect(restoreDraft(WHOLE, theirs, kept(mine))).toMatchObject({
      base: { version: 1 },
      content: mine,
      theirs,
    })
  })

  it('is merged by field, where both have not changed the same one', () => {
    expect(restoreDraft(BY_FIELD, { version: 2, title: 'A', text: 'theirs' }, kept(mine))).toMatchObject({
      base: { version: 2 },
      content: { title: 'Mine', text: 'theirs' },
      theirs: undefined,
    })
    const theirs = { version: 2, title: 'Theirs', text: 'a' }
    expect(restoreDraft(BY_FIELD, theirs, kept(mine))).toMatchObject({ base: { version: 1 }, theirs })
  })
})

describe('a conflict', () => {
  const draft = {
    ...editDraft(beginDraft(WHOLE, ONE), { title: 'Mine' }),
    theirs: { version: 2, title: 'Theirs', text: 'theirs' },
  }

  it('that is resolved with one’s own version is based on the other', () => {
    expect(resolveWithOwnContent(WHOLE, draft)).toMatchObject({
      base: { version: 2 },
      content: { title: 'Mine', text: 'a' },
      savedAs: { title: 'Theirs', text: 'theirs' },
      theirs: undefined,
    })
    expect(resolveWithOwnContent(BY_FIELD, draft).content).toEqual({ title: 'Mine', text: 'theirs' })
  })

  it('is none with unchanged content, nor with content that was sent without a response', () => {
    const sent = { ...draft, theirs: undefined, unanswered: [draft.content] }
    const rebased = (view: View) => rebaseDraft(WHOLE, sent, view)?.base.version
    expect(rebased({ ...ONE, version: 7 })).toBe(7)
    expect(rebased({ version: 7, ...draft.content })).toBe(7)
    expect(rebased({ version: 7, title: 'Theirs', text: '' })).toBeUndefined()
  })
})
