import * as fees from '#contracts/console/pricing/fees.ts'
import * as promoCodes from '#contracts/console/pricing/promo-codes.ts'
import * as taxes from '#contracts/console/pricing/taxes.ts'
import * as vouchers from '#contracts/console/pricing/vouchers.ts'
import * as voucherOffer from '#contracts/console/pricing/voucher-offer.ts'
import * as terms from '#contracts/console/pricing/terms.ts'
import {
  deleteEventFees,
  deletePromoterFees,
  putEventFees,
  putPromoterFees,
} from '#server/pricing/fees/change-fees.ts'
import { listFees } from '#server/pricing/fees/list-fees.ts'
import type { Bind, BindUpload } from '#server/http/bindings/bindings.ts'
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

export function bindPricing(bind: Bind, bindUpload: BindUpload): void {
  bind(promoCodes.listPromoCodes, listPromoCodes)
  bind(promoCodes.listPromoOptions, listPromoOptions)
  bind(promoCodes.createPromoCode, createPromoCode)
  bind(promoCodes.putPromoCode, putPromoCode)
  bind(promoCodes.deletePromoCode, deletePromoCode)
  bind(promoCodes.createPromoBatch, createPromoBatch)
  bindUpload(promoCodes.importPromoCodes, importPromoCodes, PROMO_CODE_IMPORT_LIMIT)
  bind(vouchers.listVouchers, listVouchers)
  bind(vouchers.issueVouchers, issueVouchers)
  bind(vouchers.revealVoucher, revealVoucher)
  bind(vouchers.voidVoucher, voidVoucher)
  bind(voucherOffer.getVoucherOfferSettings, getVoucherOfferSettings)
  bind(voucherOffer.putVoucherOfferSettings, putVoucherOfferSettings)
  bind(fees.listFees, listFees)
  bind(fees.putPromoterFees, putPromoterFees)
  bind(fees.deletePromoterFees, deletePromoterFees)
  bind(fees.putEventFees, putEventFees)
  bind(fees.deleteEventFees, deleteEventFees)
  bind(terms.getOwnTerms, getOwnTerms)
  bind(taxes.getTaxes, getTaxes)
  bind(taxes.putTaxSettings, putTaxSettings)
  bind(taxes.createTaxRate, createTaxRate)
  bind(taxes.putTaxRate, putTaxRate)
  bind(taxes.deleteTaxRate, deleteTaxRate)
  bind(taxes.putTypeTaxes, putTypeTaxes)
}
