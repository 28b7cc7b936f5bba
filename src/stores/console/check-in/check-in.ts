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
import { onSuccess } from '#stores/platform/on-success.ts'

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

export const saveEntrances = (id: string, fields: EntranceFields, version: number) =>
  onSuccess(callPromoter(putEntrances, { params: { id }, body: { version, fields } }), (data) =>
    entranceBoard.change((board) => ({ ...board, ...data })),
  )

/** Tickets that match a search text; without a text, tickets with notes. */
export const doorTickets = createResourceOf(
  ({ id, q }: { id: string; q: string }) =>
    callPromoter(searchCheckInTickets, { params: { id }, query: q === '' ? {} : { q } }),
  ({ id, q }) => `${id} ${q}`,
)

export const saveDoorNote = ({
  ticketId,
  note,
  before,
}: {
  ticketId: string
  note: string
  before: string
}): Promise<Result<unknown>> =>
  onSuccess(callPromoter(putDoorNote, { params: { id: ticketId }, body: { note, before } }), (data) =>
    doorTickets.change(({ tickets }) => ({
      tickets: tickets.map((ticket) =>
        ticket.ticketId === ticketId ? { ...ticket, note: data.note } : ticket,
      ),
    })),
  )

export type ConflictFilters = { id: string; state: 'open' | 'resolved' }

export const doorConflicts = createList<DoorConflict, ConflictFilters>(async ({ id, ...query }) =>
  toListPage(await callPromoter(listDoorConflicts, { params: { id }, query }), (page) => page.conflicts),
)

export const resolveConflict = (id: string, note: string): Promise<Result<unknown>> =>
  onSuccess(callPromoter(resolveDoorConflict, { params: { id }, body: { note } }), () =>
    doorConflicts.reload(),
  )

export const downloadCheckIns = (eventId: string, format: 'csv' | 'xlsx'): Promise<Result<unknown>> =>
  downloadFile(
    `${listCheckIns.path.replace('{id}', eventId)}/export.${format}`,
    `check-ins.${format}`,
    promoterHeaders().headers,
  )
