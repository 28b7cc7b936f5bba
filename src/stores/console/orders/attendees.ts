import { countAttendees, listAttendees, type AttendeeRowView } from '#contracts/console/orders/attendees.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResourceOf, mapData } from '#stores/platform/resource.ts'

export type AttendeeFilters = Omit<RequestOf<typeof listAttendees>['query'], 'cursor'>

export const attendeeList = createList<AttendeeRowView, AttendeeFilters>(async (query) =>
  toListPage(await callPromoter(listAttendees, { query }), ({ attendees }) => attendees),
)

export type TicketTypeCounts = DataOf<typeof countAttendees>['ticketTypes']

export const ticketTypeCounts = createResourceOf<TicketTypeCounts, string>(
  async (eventId) =>
    mapData(await callPromoter(countAttendees, { query: { eventId } }), ({ ticketTypes }) => ticketTypes),
  (eventId) => eventId,
)
