import {
  createPromoBatch as createBatchContract,
  createPromoCode as createCodeContract,
  deletePromoCode as deleteCodeContract,
  importPromoCodes as importContract,
  listPromoChoices as choicesContract,
  listPromoCodes as listCodesContract,
  MOST_PROMO_FILE,
  putPromoCode as putCodeContract,
} from '#contracts/console/promo-codes.ts'
import { createPromoBatch } from '#server/promo/create-promo-batch.ts'
import { createPromoCode } from '#server/promo/create-promo-code.ts'
import { deletePromoCode } from '#server/promo/delete-promo-code.ts'
import { importPromoCodes } from '#server/promo/import-promo-codes.ts'
import { listPromoChoices } from '#server/promo/list-promo-choices.ts'
import { listPromoCodes } from '#server/promo/list-promo-codes.ts'
import { putPromoCode } from '#server/promo/put-promo-code.ts'
import type { BindPromoter, BindPromoterUpload } from '#server/http/bindings.ts'

/** Promo codes, fees and taxes. */
export function bindPricing(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindPromoter(listCodesContract, listPromoCodes)
  bindPromoter(choicesContract, listPromoChoices)
  bindPromoter(createCodeContract, createPromoCode)
  bindPromoter(putCodeContract, putPromoCode)
  bindPromoter(deleteCodeContract, deletePromoCode)
  bindPromoter(createBatchContract, createPromoBatch)
  bindUpload(importContract, importPromoCodes, MOST_PROMO_FILE)
}
