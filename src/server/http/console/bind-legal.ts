import {
  listLegalTexts as listLegalTextsContract,
  putLegalText as putLegalTextContract,
} from '#contracts/console/legal.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'
import { listLegalTexts, putLegalText } from '#server/sites/legal/legal-texts.ts'

export function bindLegal(bindPromoter: BindPromoter): void {
  bindPromoter(listLegalTextsContract, listLegalTexts)
  bindPromoter(putLegalTextContract, putLegalText)
}
