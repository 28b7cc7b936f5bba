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
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindCheckIn(bindPromoter: BindPromoter): void {
  bindPromoter(entrances.getEntrances, getEntrances)
  bindPromoter(entrances.putEntrances, putEntrances)
  bindPromoter(entrances.putDoorNote, putDoorNote)
  bindPromoter(dashboard.getDoorDashboard, getDoorDashboard)
  bindPromoter(dashboard.listDoorConflicts, listDoorConflicts)
  bindPromoter(dashboard.resolveDoorConflict, resolveDoorConflict)
  bindPromoter(checkIns.listCheckInEvents, listCheckInEvents)
  bindPromoter(checkIns.listCheckIns, listCheckIns)
  bindPromoter(checkIns.createCheckIn, createCheckIn)
  bindPromoter(checkIns.undoCheckIn, undoCheckIn)
  bindPromoter(checkIns.searchCheckInTickets, searchCheckInTickets)
}
