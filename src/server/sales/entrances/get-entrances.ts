import type { EntranceBoard, Entrances, getEntrances as contract } from '#contracts/console/door/entrances.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Db } from '#server/platform/db/query.ts'
import {
  findDoorSettings,
  listDoorTicketTypes,
  type DoorTicketTypeRow,
} from '#server/sales/door/door-event-rows.ts'
import { toDoorRules } from '#server/sales/door/door-views.ts'
import { listDoorLists } from '#server/sales/door/rule-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findCheckInEvent, listManagedGates, type CheckInEventRow } from './entrance-rows.ts'

export const getEntrances: UseCase<typeof contract, PromoterCall> = async (
  { db },
  { promoterId, params },
) => {
  const board = await readEntrances(db, { promoterId, eventId: params.id })
  return board ? succeed(viewBoard(board)) : fail('NOT_FOUND')
}

/**
 * Reads the entrances of an event with its ticket types. Returns undefined for drafts and for events of other
 * promoters.
 */
export async function readEntrances(db: Db, key: { promoterId: string; eventId: string }) {
  const event = await findCheckInEvent(db, key)
  if (!event) return undefined
  const [settings, gates, types, lists] = await Promise.all([
    findDoorSettings(db, key),
    listManagedGates(db, key),
    listDoorTicketTypes(db, key),
    listDoorLists(db, key),
  ])
  const { roomCapacity = null, version = 0 } = settings ?? {}
  const { timeZone: _zone, ...rules } = toDoorRules(settings, event)
  const windows = types.flatMap(viewWindow)
  const entrances: Entrances = { version, ...rules, roomCapacity, gates, windows, lists }
  return { version: entrances.version, event, entrances, types: types.map(({ id, name }) => ({ id, name })) }
}

const viewWindow = ({ id, fromAt, untilAt }: DoorTicketTypeRow): Entrances['windows'] =>
  fromAt || untilAt
    ? [
        {
          ticketTypeId: id,
          fromAt: fromAt?.toISOString() ?? null,
          untilAt: untilAt?.toISOString() ?? null,
        },
      ]
    : []

export interface LoadedEntrances {
  event: CheckInEventRow
  types: { id: string; name: string }[]
  entrances: Entrances
}

const viewBoard = ({ event, types, entrances }: LoadedEntrances): EntranceBoard => ({
  event: { id: event.id, title: event.title, timeZone: event.timeZone },
  ticketTypes: types,
  entrances,
})
