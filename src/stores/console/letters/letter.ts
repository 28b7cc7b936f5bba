import { atom, computed } from 'nanostores'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import {
  deleteLetter,
  getLetter,
  letterView,
  previewLetter,
  putLetter,
  sendTestLetter,
  type LetterView,
} from '#contracts/console/letters.ts'
import type { TemplateText } from '#model/messages/letters.ts'
import type { Result } from '#model/platform/result.ts'
import { createDraft } from '#stores/console/editing/drafts.ts'
import { conflictIn } from '#stores/console/editing/edit-conflict.ts'
import { latestRequest } from '#stores/platform/latest-request.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createPause } from '#stores/console/editing/pause.ts'
import { withReason } from '#stores/console/error-message.ts'
import { takeData } from '#stores/platform/resource.ts'

/** Preview of an email. */
export interface ShownLetter {
  words: TemplateText
  subject: string
  text: string
  /** Hosts of removed links. */
  removedLinks: readonly string[]
}

/** Messages by field. */
export type WordsErrors = Readonly<Partial<Record<keyof TemplateText, readonly string[]>>>

const isSame = (one: TemplateText | undefined, other: TemplateText | undefined): boolean =>
  one?.subject === other?.subject && one?.body === other?.body

const letterDraft = createDraft<LetterView, TemplateText>({
  fetchView: async (key) =>
    takeData(await callPromoter(getLetter, { params: { key } }), ({ letter }) => letter),
  spotOf: ({ key }) => ({ kind: 'letterDraft', id: key }),
  content: z.object({ subject: z.string(), body: z.string() }),
  contentOf: ({ subject, body }) => ({ subject, body }),
  isSame,
  mergesFields: false,
})

/** The saved template. */
export const $letter = letterDraft.$saved
export const $words = letterDraft.$content
/** Preview of the latest valid text. */
export const $shown = atom<ShownLetter | undefined>(undefined)
export const $wordsErrors = atom<WordsErrors>({})
/** Why the latest text has no preview; '' otherwise. */
export const $previewFailure = atom('')
/** Template saved by someone else after editing started. */
export const $letterConflict = letterDraft.$theirs

export const $isWritten = computed(
  [$letter, $words],
  ({ data }, words) => Boolean(data && words) && !isSame(data, words),
)

/** Loads the template and restores unsaved changes of this tab. */
export async function openLetter(key: string): Promise<void> {
  if (await letterDraft.open(key)) await showWords()
}

/** Delay after the last input before the preview is updated, in milliseconds. */
const PAUSE_MS = 400
const pause = createPause()
const previews = latestRequest()

export function editTemplate(change: Partial<TemplateText>): void {
  if (!$words.get()) return
  letterDraft.write(change)
  pause.start(showWords, PAUSE_MS)
}

/** An invalid text leaves the preview unchanged. */
export async function showWords(): Promise<void> {
  const [words, { data }] = [$words.get(), $letter.get()]
  if (!words || !data) return
  pause.stop()
  const isLatest = previews.begin()
  const answer = withReason(await callPromoter(previewLetter, { params: { key: data.key }, body: words }))
  if (!isLatest()) return
  const errors = errorsIn(answer)
  $wordsErrors.set(errors ?? {})
  $previewFailure.set(answer.success || errors ? '' : answer.error.message)
  if (!answer.success) return
  const { subject, text, removedLinks } = answer.data
  $shown.set({ words, subject, text, removedLinks })
}

/** Saves the text; later input stays. */
export function saveWords(): Promise<Result<{ letter: LetterView }>> {
  const [words, { data }] = [$words.get(), $letter.get()]
  const body = { subject: '', body: '', ...words, version: baseVersion() }
  return change(putLetter, { params: { key: data?.key ?? '' }, body })
}

const baseVersion = (): number => letterDraft.$draft.get()?.base.version ?? 0

/** Restores the default. After a conflict, the other person's text is shown. */
export async function dropWords(): Promise<Result<{ letter: LetterView }>> {
  const { key = '' } = $letter.get().data ?? {}
  const before = $words.get()
  const answer = await change(deleteLetter, {
    params: { key },
    query: { version: String(baseVersion()) },
  })
  if ($letterConflict.get() && isSame($words.get(), before)) await discardWords()
  return answer
}

async function change<E extends typeof putLetter | typeof deleteLetter>(
  contract: E & Endpoint,
  input: Parameters<typeof callPromoter<E>>[1],
): Promise<Result<{ letter: LetterView }>> {
  pause.stop()
  previews.begin()
  const before = $words.get()
  const answer: Result<{ letter: LetterView }> = withReason(await callPromoter(contract, input))
  if (!answer.success) {
    $wordsErrors.set(errorsIn(answer) ?? {})
    const theirs = conflictIn(answer, letterView)
    if (theirs) letterDraft.contest(theirs)
    return answer
  }
  const { letter } = answer.data
  if (before && !isSame($words.get(), before)) letterDraft.continueFrom(letter, before)
  else {
    letterDraft.adopt(letter)
    await showWords()
  }
  return answer
}

/** Resolves a conflict: keeps this text for the next save, or discards it. */
export async function settleLetter(choice: 'mine' | 'theirs'): Promise<void> {
  if (choice === 'theirs') return discardWords()
  letterDraft.keepMine()
}

/** Discards unsaved changes; shows the other person's version if known. */
export async function discardWords(): Promise<void> {
  letterDraft.discard()
  await showWords()
}

/** Sends a test email to the signed-in account. */
export async function sendTest(): Promise<Result<{ to: string }>> {
  const [words, { data }] = [$words.get(), $letter.get()]
  const body = { key: data?.key ?? '', subject: '', body: '', ...words }
  const answer = withReason(await callPromoter(sendTestLetter, { body }))
  const errors = errorsIn(answer)
  if (errors) $wordsErrors.set(errors)
  return answer
}

const refused = z.array(z.object({ path: z.enum(['subject', 'body']), message: z.string() }))

function errorsIn(answer: Result<unknown>): WordsErrors | undefined {
  const found = answer.success ? undefined : refused.safeParse(answer.error.details).data
  if (!found || found.length === 0) return undefined
  const of = (path: keyof TemplateText): string[] =>
    found.flatMap((each) => (each.path === path ? [each.message] : []))
  return { subject: of('subject'), body: of('body') }
}
