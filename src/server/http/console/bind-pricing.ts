import {
  deleteEventFees as deleteEventFeesContract,
  deletePromoterFees as deletePromoterFeesContract,
  listFees as listFeesContract,
  putEventFees as putEventFeesContract,
  putPromoterFees as putPromoterFeesContract,
} from '#contracts/console/pricing/fees.ts'
import {
  createPromoBatch as createBatchContract,
  createPromoCode as createCodeContract,
  deletePromoCode as deleteCodeContract,
  importPromoCodes as importContract,
  listPromoOptions as optionsContract,
  listPromoCodes as listCodesContract,
  putPromoCode as putCodeContract,
} from '#contracts/console/pricing/promo-codes.ts'
import {
  createTaxRate as createRateContract,
  deleteTaxRate as deleteRateContract,
  getTaxes as getTaxesContract,
  putTaxRate as putRateContract,
  putTaxSettings as putSettingsContract,
  putTypeTaxes as putTypeContract,
} from '#contracts/console/pricing/taxes.ts'
import {
  issueVouchers as issueVouchersContract,
  listVouchers as listVouchersContract,
  revealVoucher as revealVoucherContract,
  voidVoucher as voidVoucherContract,
} from '#contracts/console/pricing/vouchers.ts'
import {
  getVoucherOfferSettings as getVoucherOfferContract,
  putVoucherOfferSettings as putVoucherOfferContract,
} from '#contracts/console/pricing/voucher-offer.ts'
import { getOwnTerms as getOwnTermsContract } from '#contracts/console/pricing/terms.ts'
import {
  deleteEventFees,
  deletePromoterFees,
  putEventFees,
  putPromoterFees,
} from '#server/pricing/fees/change-fees.ts'
import { listFees } from '#server/pricing/fees/list-fees.ts'
import type { BindPromoter, BindPromoterUpload } from '#server/http/bindings/bindings.ts'
import { createPromoBatch } from '#server/sales/promo-codes/create-promo-batch.ts'
import { createPromoCode } from '#server/sales/promo-codes/create-promo-code.ts'
import { deletePromoCode } from '#server/sales/promo-codes/delete-promo-code.ts'
import { importPromoCodes, PROMO_CODE_IMPORT_LIMIT } from '#server/sales/promo-codes/import-promo-codes.ts'
import { listPromoOptions } from '#server/sales/promo-codes/list-promo-options.ts'
import { listPromoCodes } from '#server/sales/promo-codes/list-promo-codes.ts'
import { putPromoCode } from '#server/sales/promo-codes/put-promo-code.ts'
import {
  getVoucherOfferSettings,
  putVoucherOfferSettings,
} from '#server/sales/voucher-sales/edit-voucher-offer.ts'
import { issueVouchers } from '#server/sales/vouchers/issue-vouchers.ts'
import { listVouchers } from '#server/sales/vouchers/list-vouchers.ts'
import { revealVoucher, voidVoucher } from '#server/sales/vouchers/void-voucher.ts'
import { createTaxRate, deleteTaxRate, putTaxRate } from '#server/pricing/taxes/change-tax-rate.ts'
import { putTaxSettings, putTypeTaxes } from '#server/pricing/taxes/change-taxes.ts'
import { getOwnTerms } from '#server/pricing/terms/get-terms.ts'
import { getTaxes } from '#server/pricing/taxes/get-taxes.ts'

export function bindPricing(bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bindPromoter(listCodesContract, listPromoCodes)
  bindPromoter(optionsContract, listPromoOptions)
  bindPromoter(createCodeContract, createPromoCode)
  bindPromoter(putCodeContract, putPromoCode)
  bindPromoter(deleteCodeContract, deletePromoCode)
  bindPromoter(createBatchContract, createPromoBatch)
  bindUpload(importContract, importPromoCodes, PROMO_CODE_IMPORT_LIMIT)
  bindPromoter(listVouchersContract, listVouchers)
  bindPromoter(issueVouchersContract, issueVouchers)
  bindPromoter(revealVoucherContract, revealVoucher)
  bindPromoter(voidVoucherContract, voidVoucher)
  bindPromoter(getVoucherOfferContract, getVoucherOfferSettings)
  bindPromoter(putVoucherOfferContract, putVoucherOfferSettings)
  bindPromoter(listFeesContract, listFees)
  bindPromoter(putPromoterFeesContract, putPromoterFees)
  bindPromoter(deletePromoterFeesContract, deletePromoterFees)
  bindPromoter(putEventFeesContract, putEventFees)
  bindPromoter(deleteEventFeesContract, deleteEventFees)
  bindPromoter(getOwnTermsContract, getOwnTerms)
  bindPromoter(getTaxesContract, getTaxes)
  bindPromoter(putSettingsContract, putTaxSettings)
  bindPromoter(createRateContract, createTaxRate)
  bindPromoter(putRateContract, putTaxRate)
  bindPromoter(deleteRateContract, deleteTaxRate)
  bindPromoter(putTypeContract, putTypeTaxes)
}
