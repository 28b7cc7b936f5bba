import type { FeeLevel } from '#contracts/console/pricing/fees.ts'
import { toFeeView } from '#model/pricing/fee-terms.ts'
import { NO_FEES } from '#model/pricing/fees.ts'
import type { FeeSettings } from './fee-settings-rows.ts'

/** Returns the effective fees of a promoter or an event. `fees`: sorted by specificity, most specific first. */
export function feeLevelOf(fees: readonly FeeSettings[], eventId: string | null, currency: string): FeeLevel {
  const levels = fees.filter(
    (each) => each.currency === currency && (each.eventId === null || each.eventId === eventId),
  )
  const [nearest] = levels
  const own = levels.find(({ source }) => source === (eventId === null ? 'promoter' : 'event'))
  return {
    own: own ? { terms: toFeeView(own, currency), version: own.version } : null,
    terms: toFeeView(nearest ?? NO_FEES, currency),
    source: nearest?.source ?? 'default',
  }
}
