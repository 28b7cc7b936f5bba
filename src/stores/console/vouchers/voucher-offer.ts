import {
  getVoucherOfferSettings,
  putVoucherOfferSettings,
  type VoucherOfferSettings,
} from '#contracts/console/pricing/voucher-offer.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

/** Vouchers that the promoter sells on its storefront. */
export const voucherOffer = createResource(async () =>
  mapData(await callPromoter(getVoucherOfferSettings, {}), (data) => data.offer),
)

export async function saveVoucherOffer(body: VoucherOfferSettings) {
  const answer = await callPromoter(putVoucherOfferSettings, { body })
  if (answer.success) voucherOffer.adopt(answer.data.offer)
  return answer
}
