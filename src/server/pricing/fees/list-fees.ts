import type { listFees as contract } from '#contracts/console/pricing/fees.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { feeLevelOf } from './fee-levels.ts'
import { listFeeSettings, listFeeCurrencies, listFeeEvents } from './fee-settings-rows.ts'

export const listFees: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const now = new Date(context.clock.now())
  const [fees, currencies, events] = await Promise.all([
    listFeeSettings(context.db, promoterId),
    listFeeCurrencies(context.db, promoterId),
    listFeeEvents(context.db, { promoterId, now }),
  ])
  return succeed({
    currencies: currencies.map((currency) => ({ currency, ...feeLevelOf(fees, null, currency) })),
    events: events.map(({ startsAt, ticketTypes, ...event }) => ({
      ...event,
      ...feeLevelOf(fees, event.id, event.currency),
      startsAt: startsAt.toISOString(),
      ticketTypes: ticketTypes.map(({ priceCents, ...type }) => ({
        ...type,
        price: toMajor(priceCents, event.currency),
      })),
    })),
  })
}
