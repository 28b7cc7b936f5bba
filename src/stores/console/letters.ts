import { atom, onMount, type WritableAtom } from 'nanostores'
import {
  getSender,
  listLetters,
  putSender,
  type LetterSummary,
  type SenderView,
} from '#contracts/console/letters.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { callPromoter } from '../own-promoters.ts'

export const $letters: WritableAtom<Loaded<LetterSummary[]>> = atom(LOADING)
export const $sender: WritableAtom<Loaded<SenderView>> = atom(LOADING)

onMount($letters, () => void loadLetters())
onMount($sender, () => void loadSender())

export async function loadLetters(): Promise<void> {
  const answer = await callPromoter(listLetters, {})
  $letters.set(answer.success ? { data: answer.data.letters } : { failure: answer.error.message })
}

export async function loadSender(): Promise<void> {
  const answer = await callPromoter(getSender, {})
  $sender.set(answer.success ? { data: answer.data.sender } : { failure: answer.error.message })
}

/** `version`: version that the form is based on. EDIT_CONFLICT contains the current sender in its details. */
export async function saveSender(
  sender: Pick<SenderView, 'name' | 'replyTo' | 'version'>,
): Promise<Result<{ sender: SenderView }>> {
  const answer = await callPromoter(putSender, { body: sender })
  if (answer.success) $sender.set({ data: answer.data.sender })
  return answer
}
