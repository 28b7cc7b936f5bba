import { startTicker } from '#browser/platform/clock.ts'
import { downloadFile } from '#browser/portal/download.ts'
import { listCheckInEvents, listCheckIns, searchCheckInTickets } from '#contracts/console/door/check-ins.ts'
import {
  getDoorDashboard,
  listDoorConflicts,
  resolveDoorConflict,
  type DoorConflict,
} from '#contracts/console/door/dashboard.ts'
import {
  getEntrances,
  putDoorNote,
  putEntrances,
  type EntranceFields,
} from '#contracts/console/door/entrances.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, createResourceOf, mapData } from '#stores/platform/resource.ts'

export const checkInEvents = createResource(async () =>
  mapData(await callPromoter(listCheckInEvents, {}), ({ events }) => events),
)

export const doorDashboard = createResourceOf(
  (id: string) => callPromoter(getDoorDashboard, { params: { id } }),
  (id) => id,
)

const REFRESH_MS = 4000

/** Loads an event's dashboard, and reloads it every 4 s while the tab is visible. Returns a function that stops this. */
export function followDashboard(eventId: string): () => void {
  const load = (): void => {
    if (document.visibilityState === 'visible') void doorDashboard.load(eventId)
  }
  load()
  return startTicker(load, REFRESH_MS)
}

export const entranceBoard = createResourceOf(
  (id: string) => callPromoter(getEntrances, { params: { id } }),
  (id) => id,
)

export async function saveEntrances(id: string, fields: EntranceFields, version: number) {
  const answer = await callPromoter(putEntrances, { params: { id }, body: { version, fields } })
  if (answer.success) entranceBoard.change((board) => ({ ...board, ...answer.data }))
  return answer
}

/** Tickets that match a search text; without a text, tickets with notes. */
export const doorTickets = createResourceOf(
  ({ id, q }: { id: string; q: string }) =>
    callPromoter(searchCheckInTickets, { params: { id }, query: q === '' ? {} : { q } }),
  ({ id, q }) => `${id} ${q}`,
)

export async function saveDoorNote({
  ticketId,
  note,
  before,
}: {
  ticketId: string
  note: string
  before: string
}): Promise<Result<unknown>> {
  const answer = await callPromoter(putDoorNote, { params: { id: ticketId }, body: { note, before } })
  if (answer.success)
    doorTickets.change(({ tickets }) => ({
      tickets: tickets.map((ticket) =>
        ticket.ticketId === ticketId ? { ...ticket, note: answer.data.note } : ticket,
      ),
    }))
  return answer
}

export type ConflictFilters = { id: string; state: 'open' | 'resolved' }

export const doorConflicts = createList<DoorConflict, ConflictFilters>(async ({ id, ...query }) =>
  toListPage(await callPromoter(listDoorConflicts, { params: { id }, query }), (page) => page.conflicts),
)

export async function resolveConflict(id: string, note: string): Promise<Result<unknown>> {
  const answer = await callPromoter(resolveDoorConflict, { params: { id }, body: { note } })
  if (answer.success) await doorConflicts.reload()
  return answer
}

export const downloadCheckIns = (eventId: string, format: 'csv' | 'xlsx'): Promise<Result<unknown>> =>
  downloadFile(
    `${listCheckIns.path.replace('{id}', eventId)}/export.${format}`,
    `check-ins.${format}`,
    promoterHeaders().headers,
  )
