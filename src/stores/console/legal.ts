import { listLegalTexts, putLegalText, type LegalText } from '#contracts/console/legal.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const legalTexts = createResource(async () =>
  mapData(await callPromoter(listLegalTexts, {}), ({ texts }) => texts),
)

/**
 * Publishes a legal text. `version`: version that the form is based on. On EDIT_CONFLICT, the details contain the
 * current text.
 */
export const saveLegalText = ({
  kind,
  text,
  version,
}: Pick<LegalText, 'kind' | 'text' | 'version'>): Promise<Result<{ text: LegalText }>> =>
  onSuccess(callPromoter(putLegalText, { params: { kind }, body: { text, version } }), ({ text }) =>
    replaceLegalText(text),
  )

export const replaceLegalText = (text: LegalText): void =>
  legalTexts.change((texts) => texts.map((each) => (each.kind === text.kind ? text : each)))
