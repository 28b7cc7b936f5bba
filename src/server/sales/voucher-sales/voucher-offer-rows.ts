import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'
import { termsInEffect, type TermsInEffect } from '#server/pricing/terms/terms-rows.ts'

/** Vouchers that a promoter sells. Amounts in minor units. */
export interface VoucherOfferRow {
  isActive: boolean
  currency: string
  amountsCents: number[]
  minCents: number | null
  maxCents: number | null
  text: string
  /** Version of the offer; 0 if the promoter has never changed it. */
  version: number
}

/**
 * Returns the promoter's offer; if there is none, an inactive one in the promoter's currency. Undefined for an unknown
 * promoter.
 */
export function findOfferSettings(db: Db, promoterId: string): Promise<VoucherOfferRow | undefined> {
  return queryRow<VoucherOfferRow>(db)`
    select coalesce(f.is_active, false) as "isActive", coalesce(f.currency, p.currency) as currency,
      coalesce(to_json(f.amounts_cents), '[]') as "amountsCents", f.min_cents as "minCents", f.max_cents as "maxCents",
      coalesce(f.text, '') as text, coalesce(f.version, 0) as version
    from promoters p left join voucher_offers f on f.promoter_id = p.id where p.id = ${promoterId}`
}

export async function writeVoucherOffer(
  trx: Trx,
  offer: Omit<VoucherOfferRow, 'version'> & { promoterId: string },
): Promise<void> {
  await execute(trx)`
    insert into voucher_offers as f (promoter_id, is_active, currency, amounts_cents, min_cents, max_cents, text)
    values (${offer.promoterId}, ${offer.isActive}, ${offer.currency}, ${offer.amountsCents}::bigint[], ${offer.minCents},
      ${offer.maxCents}, ${offer.text})
    on conflict (promoter_id) do update set is_active = excluded.is_active, currency = excluded.currency,
      amounts_cents = excluded.amounts_cents, min_cents = excluded.min_cents, max_cents = excluded.max_cents, text = excluded.text,
      version = f.version + 1`
}

/** An active offer with the data that an order depends on. */
export interface ActiveOfferRow extends Omit<VoucherOfferRow, 'isActive' | 'version'> {
  promoterName: string
  isPromoterActive: boolean
  /** The platform's terms in effect; null when there are none for the currency. */
  terms: TermsInEffect | null
}

export function findActiveOffer(
  db: Db,
  { promoterId, now }: { promoterId: string; now: Date },
): Promise<ActiveOfferRow | undefined> {
  return queryRow<ActiveOfferRow>(db)`
    select e.currency, to_json(e.amounts_cents) as "amountsCents", e.min_cents as "minCents", e.max_cents as "maxCents", e.text,
      p.name as "promoterName", p.status = 'active' as "isPromoterActive",
      (select to_json(found) from (${termsInEffect(now)}) found) as terms
    from voucher_offers e join promoters p on p.id = e.promoter_id
    where e.promoter_id = ${promoterId} and e.is_active`
}
