import { feesPaidBy, type FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { toFeeView } from '#model/pricing/fee-terms.ts'
import { toFeeConfiguration, type FeeConfiguration } from '#model/pricing/fees.ts'
import { toCents } from '#model/platform/money.ts'
import { workedExample } from '#model/money/worked-example.ts'
import type { Context } from '#server/context.ts'
import { listDefaultFees } from './fee-rows.ts'

export interface PlatformFees {
  currency: string
  fees: FeeConfiguration
  ticketCents: number
  /** Amounts paid by the buyer and received by the promoter, by who pays the fees. */
  examples: { paidBy: FeesPaidBy; totalCents: number; promoterCents: number }[]
}

/** Listed first, if it has fees. */
const FIRST_CURRENCY = 'EUR'
/** Example ticket price: 20, or 2,000 in currencies without minor units. */
const TICKET_PRICE = 20
const TICKET_PRICE_WHOLE = 2000

export async function listPlatformFees({ db }: Pick<Context, 'db'>): Promise<PlatformFees[]> {
  const found = await listDefaultFees(db)
  return found
    .toSorted((one, other) => rank(one.currency) - rank(other.currency))
    .map(({ currency, rule }) => {
      const isWhole = toCents(1, currency) === 1
      const ticketCents = toCents(isWhole ? TICKET_PRICE_WHOLE : TICKET_PRICE, currency)
      return {
        currency,
        fees: toFeeConfiguration(rule, currency),
        ticketCents,
        examples: feesPaidBy.options.map((paidBy) => {
          const fees = toFeeView(rule, currency)
          const example = workedExample({
            currency,
            priceCents: ticketCents,
            quantity: 1,
            fees,
            feesPaidBy: paidBy,
          })
          return { paidBy, totalCents: example.totalCents, promoterCents: example.promoterCents }
        }),
      }
    })
}

const rank = (currency: string): number => (currency === FIRST_CURRENCY ? 0 : 1)
