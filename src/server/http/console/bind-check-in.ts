import * as checkIns from '#contracts/console/door/check-ins.ts'
import * as dashboard from '#contracts/console/door/dashboard.ts'
import * as entrances from '#contracts/console/door/entrances.ts'
import { createCheckIn } from '#server/sales/check-in/create-check-in.ts'
import { listDoorConflicts, resolveDoorConflict } from '#server/sales/check-in/door-conflicts.ts'
import { getDoorDashboard } from '#server/sales/check-in/get-door-dashboard.ts'
import { getEntrances } from '#server/sales/entrances/get-entrances.ts'
import { listCheckInEvents } from '#server/sales/check-in/list-check-in-events.ts'
import { listCheckIns } from '#server/sales/check-in/list-check-ins.ts'
import { putDoorNote } from '#server/sales/entrances/put-door-note.ts'
import { putEntrances } from '#server/sales/entrances/put-entrances.ts'
import { searchCheckInTickets } from '#server/sales/check-in/search-check-in-tickets.ts'
import { undoCheckIn } from '#server/sales/check-in/undo-check-in.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindCheckIn(bind: Bind): void {
  bind(entrances.getEntrances, getEntrances)
  bind(entrances.putEntrances, putEntrances)
  bind(entrances.putDoorNote, putDoorNote)
  bind(dashboard.getDoorDashboard, getDoorDashboard)
  bind(dashboard.listDoorConflicts, listDoorConflicts)
  bind(dashboard.resolveDoorConflict, resolveDoorConflict)
  bind(checkIns.listCheckInEvents, listCheckInEvents)
  bind(checkIns.listCheckIns, listCheckIns)
  bind(checkIns.createCheckIn, createCheckIn)
  bind(checkIns.undoCheckIn, undoCheckIn)
  bind(checkIns.searchCheckInTickets, searchCheckInTickets)
}
