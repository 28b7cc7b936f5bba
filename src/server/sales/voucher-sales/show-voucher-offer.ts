import type { getVoucherOffer as contract } from '#contracts/checkout/voucher-sales.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import { minVoucherExpiry } from '#server/sales/vouchers/issue-voucher.ts'
import { listBuyerLegalRows } from '#server/sites/legal/buyer-legal-rows.ts'
import { withLegalOwners } from '#server/sites/legal/legal-owners.ts'
import type { UseCase } from '#server/use-case.ts'
import { findActiveOffer } from './voucher-offer-rows.ts'

export const getVoucherOffer: UseCase<typeof contract> = async (context, { site, query }) => {
  const promoterId = findVoucherSeller(site, query.promoterId)
  const now = new Date(context.clock.now())
  const row = promoterId === undefined ? undefined : await findActiveOffer(context.reads, { promoterId, now })
  if (promoterId === undefined || !row?.isPromoterActive) return fail('NOT_FOUND')
  const { currency, amountsCents, minCents, maxCents, text, promoterName } = row
  const legal = await listBuyerLegalRows(context.reads, promoterId)
  const major = (cents: number): number => toMajor(cents, currency)
  return succeed({
    offer: {
      promoterId,
      promoterName,
      currency,
      amounts: amountsCents.map(major),
      min: minCents === null ? null : major(minCents),
      max: maxCents === null ? null : major(maxCents),
      text,
      expiresAt: minVoucherExpiry(context).toISOString(),
      legalTexts: withLegalOwners(context, legal, promoterName),
    },
  })
}

/** Returns the promoter whose vouchers the site sells: the storefront's own, or on the main site the requested one. */
export function findVoucherSeller(site: Site, promoterId: string | undefined): string | undefined {
  if (site.kind === 'main') return promoterId?.toLowerCase()
  if (site.kind !== 'storefront') return undefined
  return promoterId === undefined || promoterId.toLowerCase() === site.promoterId
    ? site.promoterId
    : undefined
}
