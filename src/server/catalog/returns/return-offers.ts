import {
  admissionStart,
  returnDeadline,
  type RefundAs,
  type ReturnOffer,
  type ReturnRules,
} from '#model/catalog/returns/return-rules.ts'
import { percentToBasisPoints, toCents, toMajor } from '#model/platform/money.ts'

export interface ReturnColumns {
  /** Last day for returns, in days before the event; null when tickets can't be returned. */
  return_days: number | null
  return_fee_basis_points: number
  return_fee_cents: number
  returns_fees: boolean
  return_as: RefundAs
  voucher_in_full: boolean
}

export const returnColumnsOf = (fields: {
  returns: ReturnRules | null
  currency: string
}): ReturnColumns => ({
  ...columnsOf(fields.returns ?? NO_RETURNS, fields.currency),
  return_days: fields.returns?.days ?? null,
})

const NO_RETURNS: Omit<ReturnRules, 'days'> = {
  feePercent: 0,
  feePerTicket: 0,
  returnsFees: true,
  refundAs: 'money',
  voucherInFull: false,
}

const columnsOf = (
  rules: Omit<ReturnRules, 'days'>,
  currency: string,
): Omit<ReturnColumns, 'return_days'> => ({
  return_fee_basis_points: percentToBasisPoints(rules.feePercent),
  return_fee_cents: toCents(rules.feePerTicket, currency),
  returns_fees: rules.returnsFees,
  return_as: rules.refundAs,
  voucher_in_full: rules.voucherInFull,
})

export const returnRulesOf = (row: ReturnColumns & { currency: string }): ReturnRules | null =>
  row.return_days === null
    ? null
    : {
        days: row.return_days,
        feePercent: row.return_fee_basis_points / 100,
        feePerTicket: toMajor(row.return_fee_cents, row.currency),
        returnsFees: row.returns_fees,
        refundAs: row.return_as,
        voucherInFull: row.voucher_in_full,
      }

export function returnOfferOf(
  row: ReturnColumns & { currency: string; starts_at: Date; doors_at: Date | null; time_zone: string },
): ReturnOffer | null {
  const rules = returnRulesOf(row)
  if (!rules) return null
  const beginsAt = admissionStart({ startsAt: row.starts_at, doorsAt: row.doors_at })
  const until = returnDeadline({ beginsAt, timeZone: row.time_zone }, rules.days)
  return { ...rules, until: new Date(until).toISOString() }
}
