import { feesPaidBy, type FeesPaidBy } from '#model/fee-payers.ts'
import { viewFees } from '#model/fee-terms.ts'
import { toFeeConfiguration, type FeeConfiguration } from '#model/fees.ts'
import { toCents } from '#model/money.ts'
import { workedExample } from '#model/worked-example.ts'
import type { Context } from '../context.ts'
import { listDefaultFees } from './fee-rows.ts'

/** What the platform charges in a currency, and what that means for one ticket. Amounts are minor units of the currency. */
export interface PlatformFees {
  currency: string
  fees: FeeConfiguration
  ticketCents: number
  /** By who pays the fees: what the buyer pays and what the promoter receives. */
  examples: { paidBy: FeesPaidBy; totalCents: number; promoterCents: number }[]
}

/** Shown first, where there are fees in it. */
const FIRST_CURRENCY = 'EUR'
/** The example's ticket: 20, or 2,000 of what has no smaller units. */
const TICKET_PRICE = 20
const TICKET_PRICE_WHOLE = 2000

/** The platform's default fees with examples computed by the price function; free of taxes, which are the promoter's to set. */
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
          const fees = viewFees(rule, currency)
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
