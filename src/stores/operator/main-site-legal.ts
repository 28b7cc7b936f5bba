import { call } from '#browser/platform/api.ts'
import type { LegalText } from '#contracts/console/legal.ts'
import { listMainSiteLegalTexts, putMainSiteLegalText } from '#contracts/operator/main-site-legal.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const mainSiteLegalTexts = createResource(async () =>
  mapData(await call(listMainSiteLegalTexts, {}), ({ texts }) => texts),
)

/**
 * Publishes a legal text of the main site. `version`: version that the form is based on. On EDIT_CONFLICT, the details
 * contain the current text.
 */
export const saveMainSiteLegalText = ({
  kind,
  text,
  version,
}: Pick<LegalText, 'kind' | 'text' | 'version'>) =>
  onSuccess(call(putMainSiteLegalText, { params: { kind }, body: { text, version } }), ({ text }) =>
    replaceMainSiteLegalText(text),
  )

export const replaceMainSiteLegalText = (text: LegalText): void =>
  mainSiteLegalTexts.change((texts) => texts.map((each) => (each.kind === text.kind ? text : each)))
