/**
 * A change of terms. `promoterId` is null for the default terms. Of two changes with the same time, the one with the
 * greater `id` applies.
 */
export interface DatedTerms {
  id: number
  promoterId: string | null
  followsDefault: boolean
  effectiveFrom: Date
}

export type TermsStatus = 'upcoming' | 'current' | 'past' | 'replaced'

/**
 * Returns the change in effect at a time. `changes` must be all of one promoter, or all of the default terms, in one
 * currency.
 */
export const termsChangeAt = <Change extends DatedTerms>(
  changes: readonly Change[],
  at: Date,
): Change | undefined =>
  changes
    .filter(({ effectiveFrom }) => effectiveFrom <= at)
    .reduce<Change | undefined>(
      (latest, change) => (latest && isLater(latest, change) ? latest : change),
      undefined,
    )

/**
 * Returns a promoter's terms at a time. `changes` must contain the promoter's changes and those of the default terms,
 * in one currency.
 */
export function termsAt<Change extends DatedTerms>(changes: readonly Change[], at: Date): Change | undefined {
  const own = termsChangeAt(changes.filter(isPromoterTerms), at)
  return own && !own.followsDefault ? own : termsChangeAt(changes.filter(isDefaultTerms), at)
}

export const isPromoterTerms = ({ promoterId }: DatedTerms): boolean => promoterId !== null

export const isDefaultTerms = ({ promoterId }: DatedTerms): boolean => promoterId === null

/**
 * Returns the status of a change. `replaced`: another change has the same time and applies instead. `changes`: all
 * changes in the same currency, of the same promoter or of the default terms.
 */
export function termsStatus(change: DatedTerms, changes: readonly DatedTerms[], now: Date): TermsStatus {
  if (termsChangeAt(changes, change.effectiveFrom)?.id !== change.id) return 'replaced'
  if (change.effectiveFrom > now) return 'upcoming'
  return termsChangeAt(changes, now)?.id === change.id ? 'current' : 'past'
}

const isLater = (one: DatedTerms, other: DatedTerms): boolean =>
  one.effectiveFrom.getTime() - other.effectiveFrom.getTime() > 0 ||
  (one.effectiveFrom.getTime() === other.effectiveFrom.getTime() && one.id > other.id)
