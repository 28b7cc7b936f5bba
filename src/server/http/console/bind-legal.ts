import * as legal from '#contracts/console/legal.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'
import { listLegalTexts, putLegalText } from '#server/sites/legal/legal-texts.ts'

export function bindLegal(bind: Bind): void {
  bind(legal.listLegalTexts, listLegalTexts)
  bind(legal.putLegalText, putLegalText)
}
