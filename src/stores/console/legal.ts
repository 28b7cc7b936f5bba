import { listLegalTexts, putLegalText, type LegalText } from '#contracts/console/legal.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource, takeData } from '#stores/platform/resource.ts'

export const legalTexts = createResource(async () =>
  takeData(await callPromoter(listLegalTexts, {}), ({ texts }) => texts),
)

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

export const takeLegalText = (text: LegalText): void =>
  legalTexts.change((texts) => texts.map((each) => (each.kind === text.kind ? text : each)))
