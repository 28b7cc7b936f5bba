import {
  getVoucherOfferSettings,
  putVoucherOfferSettings,
  type VoucherOfferSettings,
} from '#contracts/console/pricing/voucher-offer.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

/** Vouchers that the promoter sells on its storefront. */
export const voucherOffer = createResource(async () =>
  mapData(await callPromoter(getVoucherOfferSettings, {}), (data) => data.offer),
)

export const saveVoucherOffer = (body: VoucherOfferSettings) =>
  onSuccess(callPromoter(putVoucherOfferSettings, { body }), ({ offer }) => voucherOffer.adopt(offer))
