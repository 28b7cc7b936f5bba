import type { DoorDashboard, getDoorDashboard as contract } from '#contracts/console/door/dashboard.ts'
import { fail } from '#contracts/platform/errors.ts'
import { arrivalStepMinutes, fillArrivals } from '#model/sales/door/arrivals.ts'
import { succeed } from '#model/platform/result.ts'
import { findDoorSettings, listGates, type GateRow } from '#server/sales/door/door-event-rows.ts'
import { countOpenConflicts } from '#server/sales/door/conflict-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  countAdmittedByTicketType,
  countArrivals,
  countEntriesAndExitsByGate,
  readDeviceTotals,
  readDoorTotals,
} from './dashboard-rows.ts'
import { findCheckInEvent } from '#server/sales/entrances/entrance-rows.ts'
import { viewCheckInEvent } from './list-check-in-events.ts'

export const getDoorDashboard: UseCase<typeof contract, PromoterCall> = async (
  { db },
  { promoterId, params },
) => {
  const key = { promoterId, eventId: params.id }
  const event = await findCheckInEvent(db, key)
  if (!event) return fail('NOT_FOUND')
  const { inside, entries, exits, firstAt, lastAt } = await readDoorTotals(db, key)
  const minutes = arrivalStepMinutes(firstAt && lastAt ? lastAt.getTime() - firstAt.getTime() : 0)
  const [settings, gates, moves, ticketTypes, arrivals, devices, openConflicts] = await Promise.all([
    findDoorSettings(db, key),
    listGates(db, key),
    countEntriesAndExitsByGate(db, key),
    countAdmittedByTicketType(db, key),
    countArrivals(db, key, minutes),
    readDeviceTotals(db, key),
    countOpenConflicts(db, key),
  ])
  const steps = arrivals.map(({ at, ...counts }) => ({ atMs: at.getTime(), ...counts }))
  return succeed({
    event: viewCheckInEvent(event),
    roomCapacity: settings?.roomCapacity ?? null,
    inside,
    entries,
    exits,
    admitted: sumOf(ticketTypes.map((type) => type.admitted)),
    tickets: sumOf(ticketTypes.map((type) => type.tickets)),
    openConflicts,
    ...devices,
    gates: viewGates(gates, moves),
    ticketTypes: ticketTypes.filter(({ tickets, admitted }) => tickets + admitted > 0),
    arrivals: {
      minutes,
      steps: fillArrivals(steps, minutes).map(({ atMs, ...counts }) => ({
        at: new Date(atMs).toISOString(),
        ...counts,
      })),
    },
  })
}

type Moves = Awaited<ReturnType<typeof countEntriesAndExitsByGate>>

function viewGates(gates: readonly GateRow[], moves: Moves): DoorDashboard['gates'] {
  const known = new Map(moves.map((row) => [row.gateId, row]))
  const ids = new Set(gates.map(({ id }) => id))
  const others = moves.filter(({ gateId }) => gateId === null || !ids.has(gateId))
  const elsewhere = {
    id: null,
    name: '',
    entries: sumOf(others.map(({ entries }) => entries)),
    exits: sumOf(others.map(({ exits }) => exits)),
  }
  return [
    ...gates.map(({ id, name }) => ({
      id,
      name,
      entries: known.get(id)?.entries ?? 0,
      exits: known.get(id)?.exits ?? 0,
    })),
    ...(others.length > 0 ? [elsewhere] : []),
  ]
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
