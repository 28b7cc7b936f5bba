import { feesPaidBy, type FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { termsChangeAt } from '#model/pricing/terms-history.ts'
import { toTermsView } from '#model/pricing/convert-terms.ts'
import { toFeeConfiguration, type FeeConfiguration } from '#model/pricing/fees.ts'
import { toCents } from '#model/platform/money.ts'
import { workedExample } from '#model/money/worked-example.ts'
import type { Context } from '#server/context.ts'
import { listDefaultTerms } from '#server/pricing/terms/terms-rows.ts'

export interface PlatformFees {
  currency: string
  fees: FeeConfiguration
  ticketMinimumCents: number
  ticketCents: number
  /** What the buyer pays and the promoter gets for one ticket, for each choice of who pays the fees. */
  examples: { paidBy: FeesPaidBy; totalCents: number; promoterCents: number }[]
}

const FIRST_CURRENCY = 'EUR'
/** Example ticket price: 20, or 2,000 in currencies without minor units. */
const TICKET_PRICE = 20
const TICKET_PRICE_WHOLE = 2000

/**
 * Returns the platform's default terms in effect, by currency, with examples in which the promoter charges buyers the
 * same amounts.
 */
export async function listPlatformFees({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<PlatformFees[]> {
  const now = new Date(clock.now())
  const rows = await listDefaultTerms(db)
  return [...Map.groupBy(rows, ({ currency }) => currency).values()]
    .flatMap((changes) => termsChangeAt(changes, now) ?? [])
    .toSorted((one, other) => rank(one.currency) - rank(other.currency))
    .map((terms) => {
      const { currency, ticketMinimumCents } = terms
      const isWhole = toCents(1, currency) === 1
      const ticketCents = toCents(isWhole ? TICKET_PRICE_WHOLE : TICKET_PRICE, currency)
      return {
        currency,
        fees: toFeeConfiguration(terms, currency),
        ticketMinimumCents,
        ticketCents,
        examples: feesPaidBy.options.map((paidBy) => {
          const example = workedExample({
            currency,
            priceCents: ticketCents,
            quantity: 1,
            fees: toTermsView(terms, currency),
            terms,
            feesPaidBy: paidBy,
          })
          return { paidBy, totalCents: example.totalCents, promoterCents: example.promoterCents }
        }),
      }
    })
}

const rank = (currency: string): number => (currency === FIRST_CURRENCY ? 0 : 1)
