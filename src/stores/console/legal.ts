import { atom, onMount, type WritableAtom } from 'nanostores'
import { listLegalTexts, putLegalText, type LegalText } from '#contracts/console/legal.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from '../loaded.ts'
import { callPromoter } from '../own-promoters.ts'

/** The promoter's legal pages, including empty ones. */
export const $legalTexts: WritableAtom<Loaded<LegalText[]>> = atom(LOADING)

onMount($legalTexts, () => void loadLegalTexts())

export async function loadLegalTexts(): Promise<void> {
  const answer = await callPromoter(listLegalTexts, {})
  $legalTexts.set(answer.success ? { data: answer.data.texts } : { failure: answer.error.message })
}

/** `version`: version that the form is based on. EDIT_CONFLICT contains the current text in its details. */
export async function saveLegalText({
  kind,
  text,
  version,
}: Pick<LegalText, 'kind' | 'text' | 'version'>): Promise<Result<{ text: LegalText }>> {
  const answer = await callPromoter(putLegalText, { params: { kind }, body: { text, version } })
  if (answer.success) takeLegalText(answer.data.text)
  return answer
}

/** Replaces one page in the store. */
export function takeLegalText(text: LegalText): void {
  const { data } = $legalTexts.get()
  if (data) $legalTexts.set({ data: data.map((each) => (each.kind === text.kind ? text : each)) })
}
