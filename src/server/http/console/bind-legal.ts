import {
  listLegalTexts as listLegalTextsContract,
  putLegalText as putLegalTextContract,
} from '#contracts/console/legal.ts'
import type { BindPromoter } from '#server/http/bindings.ts'
import { listLegalTexts, putLegalText } from '#server/sites/legal-texts.ts'

/** Terms, refund policy, privacy, imprint and contact of a promoter. */
export function bindLegal(bindPromoter: BindPromoter): void {
  bindPromoter(listLegalTextsContract, listLegalTexts)
  bindPromoter(putLegalTextContract, putLegalText)
}
