import { atom, computed } from 'nanostores'
import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/endpoint.ts'
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
import { conflictIn } from '../edit-conflict.ts'
import { keepDraft, readKept, type DraftSpot } from '../kept-drafts.ts'
import { callPromoter } from '../own-promoters.ts'
import { withReason } from '../refusal-words.ts'
import { createResourceOf, takeData } from '../resource.ts'

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

const loaded = createResourceOf<LetterView, string>(
  async (key) => takeData(await callPromoter(getLetter, { params: { key } }), ({ letter }) => letter),
  (key) => key,
)
/** The saved template. */
export const $letter = loaded.$store
export const $words = atom<TemplateText | undefined>(undefined)
/** Preview of the latest valid text. */
export const $shown = atom<ShownLetter | undefined>(undefined)
export const $wordsErrors = atom<WordsErrors>({})
/** Why the latest text has no preview; '' otherwise. */
export const $previewFailure = atom('')
/** Template saved by someone else after editing started. */
export const $letterConflict = atom<LetterView | undefined>(undefined)

export const $isWritten = computed(
  [$letter, $words],
  ({ data }, words) => Boolean(data && words) && !isSame(data, words),
)

/** Version that the text is based on. Changed only by a save or the resolution of a conflict. */
let base: Pick<LetterView, 'version' | 'subject' | 'body'> | undefined

/** Loads the template and restores unsaved changes of this tab. */
export async function openLetter(key: string): Promise<void> {
  await loaded.load(key)
  const { status, data: letter } = $letter.get()
  if (status !== 'ready' || !letter) return
  const kept = readKept(spotOf(key), {
    base: (value) => z.safeParse(began, value).data,
    draft: (value) => z.safeParse(written, value).data,
  })
  if (!kept || isSame(kept.draft, letter)) adopt(letter)
  else {
    const isNewest = kept.base.version === letter.version || isSame(kept.base, letter)
    base = isNewest ? letter : kept.base
    $words.set(kept.draft)
    $letterConflict.set(isNewest ? undefined : letter)
  }
  await showWords()
}

const written = z.object({ subject: z.string(), body: z.string() })
const began = z.extend(written, { version: z.int() })
const spotOf = (key: string): DraftSpot => ({ kind: 'letterDraft', id: key })

function adopt(letter: LetterView): void {
  goOnFrom(letter)
  $words.set({ subject: letter.subject, body: letter.body })
  $letterConflict.set(undefined)
  keepDraft(spotOf(letter.key), undefined)
}

function goOnFrom(letter: LetterView): void {
  loaded.adopt(letter)
  base = letter
  keep()
}

function keep(): void {
  const [{ data }, draft] = [$letter.get(), $words.get()]
  if (!data || !draft || !base) return
  const { version, subject, body } = base
  keepDraft(spotOf(data.key), { base: { version, subject, body }, draft })
}

/** Delay after the last input before the preview is updated, in milliseconds. */
const PAUSE_MS = 400
let pause: ReturnType<typeof setTimeout> | undefined
/** Number of the last request; earlier responses are ignored. */
let asked = 0

export function editTemplate(change: Partial<TemplateText>): void {
  const words = $words.get()
  if (!words) return
  $words.set({ ...words, ...change })
  keep()
  clearTimeout(pause)
  pause = setTimeout(() => void showWords(), PAUSE_MS)
}

/** An invalid text leaves the preview unchanged. */
export async function showWords(): Promise<void> {
  const [words, { data }] = [$words.get(), $letter.get()]
  if (!words || !data) return
  clearTimeout(pause)
  asked += 1
  const mine = asked
  const answer = withReason(await callPromoter(previewLetter, { params: { key: data.key }, body: words }))
  if (mine !== asked) return
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
  const body = { subject: '', body: '', ...words, version: base?.version ?? 0 }
  return change(putLetter, { params: { key: data?.key ?? '' }, body })
}

/** Restores the default. After a conflict, the other person's text is shown. */
export async function dropWords(): Promise<Result<{ letter: LetterView }>> {
  const { key = '' } = $letter.get().data ?? {}
  const before = $words.get()
  const answer = await change(deleteLetter, {
    params: { key },
    query: { version: String(base?.version ?? 0) },
  })
  if ($letterConflict.get() && isSame($words.get(), before)) await discardWords()
  return answer
}

async function change<E extends typeof putLetter | typeof deleteLetter>(
  contract: E & Endpoint,
  input: Parameters<typeof callPromoter<E>>[1],
): Promise<Result<{ letter: LetterView }>> {
  clearTimeout(pause)
  asked += 1
  const before = $words.get()
  const answer: Result<{ letter: LetterView }> = withReason(await callPromoter(contract, input))
  if (!answer.success) {
    $wordsErrors.set(errorsIn(answer) ?? {})
    $letterConflict.set(conflictIn(answer, letterView))
    return answer
  }
  const { letter } = answer.data
  if (isSame($words.get(), before)) {
    adopt(letter)
    await showWords()
  } else goOnFrom(letter)
  return answer
}

/** Resolves a conflict: keeps this text for the next save, or discards it. */
export async function settleLetter(choice: 'mine' | 'theirs'): Promise<void> {
  const theirs = $letterConflict.get()
  if (!theirs) return
  if (choice === 'theirs') return discardWords()
  $letterConflict.set(undefined)
  goOnFrom(theirs)
}

/** Discards unsaved changes; shows the other person's version if known. */
export async function discardWords(): Promise<void> {
  const saved = $letterConflict.get() ?? $letter.get().data
  if (saved) adopt(saved)
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

const isSame = (one: TemplateText | undefined, other: TemplateText | undefined): boolean =>
  one?.subject === other?.subject && one?.body === other?.body

const refused = z.array(z.object({ path: z.enum(['subject', 'body']), message: z.string() }))

function errorsIn(answer: Result<unknown>): WordsErrors | undefined {
  const found = answer.success ? undefined : refused.safeParse(answer.error.details).data
  if (!found || found.length === 0) return undefined
  const of = (path: keyof TemplateText): string[] =>
    found.flatMap((each) => (each.path === path ? [each.message] : []))
  return { subject: of('subject'), body: of('body') }
}
