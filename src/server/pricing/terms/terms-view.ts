import type { OwnTerms, PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import type { TermsOfCurrency, TermsOfPromoter } from '#contracts/operator/terms.ts'
import {
  termsChangeAt,
  isDefaultTerms,
  isPromoterTerms,
  termsAt,
  termsStatus,
} from '#model/pricing/terms-history.ts'
import { toTermsView } from '#model/pricing/convert-terms.ts'
import type { TermsRow } from './terms-rows.ts'

/**
 * Returns the changes of terms for display. `changes`: all changes of the same currency, for the same promoter (or all
 * changes of the default terms), the latest first.
 */
function viewChanges(changes: readonly TermsRow[], now: Date): TermsOfCurrency['changes'] {
  return changes.map((change) => ({
    id: change.id,
    terms: change.followsDefault ? null : toTermsView(change, change.currency),
    effectiveFrom: change.effectiveFrom.toISOString(),
    createdAt: change.createdAt.toISOString(),
    createdBy: change.createdBy,
    status: termsStatus(change, changes, now),
  }))
}

const viewTerms = (row: TermsRow | undefined): PlatformTermsView | null =>
  row ? toTermsView(row, row.currency) : null

export const viewDefaultTerms = (currency: string, rows: readonly TermsRow[], now: Date): TermsOfCurrency => {
  const changes = rows.filter((row) => row.currency === currency && isDefaultTerms(row))
  return { currency, terms: viewTerms(termsChangeAt(changes, now)), changes: viewChanges(changes, now) }
}

/** `rows`: the promoter's terms and the default terms. */
export const viewPromoterTerms = (
  { currencies, ...promoter }: TermsOfPromoter['promoter'] & { currencies: readonly string[] },
  rows: readonly TermsRow[],
  now: Date,
): TermsOfPromoter => ({
  promoter,
  currencies: currencies.map((currency) => {
    const all = rows.filter((row) => row.currency === currency)
    const own = all.filter(isPromoterTerms)
    return {
      currency,
      terms: viewTerms(termsAt(all, now)),
      followsDefault: termsChangeAt(own, now)?.followsDefault ?? true,
      changes: viewChanges(own, now),
    }
  }),
})

/**
 * `rows`: the promoter's terms and the default terms. `upcoming` contains only changes that alter the terms in effect
 * for this promoter.
 */
export const viewOwnTerms = (
  currencies: readonly string[],
  rows: readonly TermsRow[],
  now: Date,
): OwnTerms => ({
  currencies: currencies.map((currency) => {
    const all = rows.filter((row) => row.currency === currency)
    const moments = all.map(({ effectiveFrom }) => effectiveFrom.getTime()).filter((at) => at > now.getTime())
    const [terms, ...later] = [now.getTime(), ...new Set(moments.toSorted((one, other) => one - other))].map(
      (at) => ({ effectiveFrom: new Date(at).toISOString(), terms: viewTerms(termsAt(all, new Date(at))) }),
    )
    return {
      currency,
      terms: terms?.terms ?? null,
      upcoming: later.filter(
        (each, index) => JSON.stringify(each.terms) !== JSON.stringify((later[index - 1] ?? terms)?.terms),
      ),
    }
  }),
})
