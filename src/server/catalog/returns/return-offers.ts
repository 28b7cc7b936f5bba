import {
  beginOf,
  returnDeadline,
  type ReturnOffer,
  type ReturnRules,
} from '#model/catalog/returns/return-rules.ts'
import { percentToBasisPoints, toCents, toMajor } from '#model/platform/money.ts'

/** Columns of an event's rule for returns. */
export interface ReturnColumns {
  /** Null: no returns. */
  return_days: number | null
  return_fee_basis_points: number
  return_fee_cents: number
  returns_fees: boolean
}

export const returnColumnsOf = (fields: {
  returns: ReturnRules | null
  currency: string
}): ReturnColumns => ({
  return_days: fields.returns?.days ?? null,
  return_fee_basis_points: percentToBasisPoints(fields.returns?.feePercent ?? 0),
  return_fee_cents: toCents(fields.returns?.feePerTicket ?? 0, fields.currency),
  returns_fees: fields.returns?.returnsFees ?? true,
})

export const returnRulesOf = (row: ReturnColumns & { currency: string }): ReturnRules | null =>
  row.return_days === null
    ? null
    : {
        days: row.return_days,
        feePercent: row.return_fee_basis_points / 100,
        feePerTicket: toMajor(row.return_fee_cents, row.currency),
        returnsFees: row.returns_fees,
      }

export function returnOfferOf(
  row: ReturnColumns & { currency: string; starts_at: Date; doors_at: Date | null; time_zone: string },
): ReturnOffer | null {
  const rules = returnRulesOf(row)
  if (!rules) return null
  const beginsAt = beginOf({ startsAt: row.starts_at, doorsAt: row.doors_at })
  const until = returnDeadline({ beginsAt, timeZone: row.time_zone }, rules.days)
  return { ...rules, until: new Date(until).toISOString() }
}
