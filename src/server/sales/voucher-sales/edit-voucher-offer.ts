import type {
  getVoucherOfferSettings as getContract,
  putVoucherOfferSettings as putContract,
  VoucherOfferSettings,
} from '#contracts/console/pricing/voucher-offer.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { lockPromoter } from '#server/people/promoters/settings-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findOfferSettings, writeVoucherOffer, type VoucherOfferRow } from './voucher-offer-rows.ts'

export const getVoucherOfferSettings: UseCase<typeof getContract, PromoterCall> = async (
  context,
  { promoterId },
) => {
  const row = await findOfferSettings(context.db, promoterId)
  return row ? succeed({ offer: viewOffer(row) }) : fail('FORBIDDEN')
}

export const putVoucherOfferSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  return editVersioned(context, call, {
    version: body.version,
    lock: async (trx) => {
      await lockPromoter(trx, promoterId)
      return findOfferSettings(trx, promoterId)
    },
    write: async (trx) => writeVoucherOffer(trx, { promoterId, ...toRow(body) }),
    view: viewOffer,
    data: (offer) => ({ offer }),
    action: 'voucher_offer.changed',
    subject: () => ({ id: promoterId, name: 'Vouchers on sale' }),
    state: (row) => {
      const { version: _, ...state } = row
      return state
    },
  })
}

function toRow({
  currency,
  amounts,
  min,
  max,
  ...rest
}: VoucherOfferSettings): Omit<VoucherOfferRow, 'version'> {
  const cents = (major: number | null): number | null => (major === null ? null : toCents(major, currency))
  const amountsCents = [...new Set(amounts.map((amount) => toCents(amount, currency)))].toSorted(
    (one, other) => one - other,
  )
  const { isActive, text } = rest
  return { isActive, text, currency, amountsCents, minCents: cents(min), maxCents: cents(max) }
}

function viewOffer(row: VoucherOfferRow): VoucherOfferSettings {
  const { isActive, currency, amountsCents, minCents, maxCents, text, version } = row
  const major = (cents: number): number => toMajor(cents, currency)
  return {
    isActive,
    currency,
    amounts: amountsCents.map(major),
    min: minCents === null ? null : major(minCents),
    max: maxCents === null ? null : major(maxCents),
    text,
    version,
  }
}
