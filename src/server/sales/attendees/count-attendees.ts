import type { countAttendees as contract } from '#contracts/console/orders/attendees.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { countTicketsByTicketType } from './attendee-rows.ts'

/** Returns no counts for another promoter's event. */
export const countAttendees: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, query } = call
  if (!isUuid(query.eventId)) return succeed({ ticketTypes: [] })
  return succeed({
    ticketTypes: await countTicketsByTicketType(context.db, { promoterId, eventId: query.eventId }),
  })
}
