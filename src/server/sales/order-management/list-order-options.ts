import type { listOrderOptions as contract } from '#contracts/console/orders/orders.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listOrderOptionEvents, listOrderOptionLinks } from './order-option-rows.ts'

export const listOrderOptions: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const [events, links] = await Promise.all([
    listOrderOptionEvents(context.db, promoterId),
    listOrderOptionLinks(context.db, promoterId),
  ])
  return succeed({
    events: events.map(({ startsAt, ticketTypes, ...event }) => ({
      ...event,
      startsAt: startsAt.toISOString(),
      ticketTypes: ticketTypes.map(({ id, name, priceCents, left }) => ({
        id,
        name,
        price: toMajor(priceCents, event.currency),
        left,
      })),
    })),
    links,
  })
}
