import { atom, type WritableAtom } from 'nanostores'
import { countAttendees, listAttendees, type AttendeeRowView } from '#contracts/console/attendees.ts'
import type { CallOf, DataOf } from '#contracts/endpoint.ts'
import { callPromoter } from '../own-promoters.ts'
import { listStore, type ListStore } from '../promoter-list.ts'

export type AttendeeFilters = Omit<CallOf<typeof listAttendees>['query'], 'cursor'>

export const attendeeList: ListStore<AttendeeRowView, AttendeeFilters> = listStore(
  async (filters, cursor) => {
    const answer = await callPromoter(listAttendees, { query: { ...filters, ...(cursor ? { cursor } : {}) } })
    if (!answer.success) return answer
    const { attendees, nextCursor } = answer.data
    return { success: true, data: { rows: attendees, nextCursor } }
  },
)

export type TypeCounts = DataOf<typeof countAttendees>['ticketTypes']

/** Counts of the current event; undefined while loading. */
export const $typeCounts: WritableAtom<{ eventId: string; counts: TypeCounts } | undefined> = atom(undefined)

export async function loadTypeCounts(eventId: string): Promise<void> {
  const answer = await callPromoter(countAttendees, { query: { eventId } })
  if (answer.success) $typeCounts.set({ eventId, counts: answer.data.ticketTypes })
}
