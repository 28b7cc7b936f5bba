import { randomUUID } from 'node:crypto'
import type {
  EntranceFields,
  Entrances,
  putEntrances as contract,
} from '#contracts/console/door/entrances.ts'
import { fail } from '#contracts/platform/errors.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  lockEntrances,
  replaceGates,
  replaceLists,
  replaceWindows,
  writeDoorSettings,
} from './entrance-rows.ts'
import { readEntrances, type LoadedEntrances } from './get-entrances.ts'

type VersionedBoard = LoadedEntrances & { version: number }

export const putEntrances: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { promoterId, params, body } = call
  const key = { promoterId, eventId: params.id }
  const { fields } = body
  return editVersioned<VersionedBoard, Entrances, { entrances: Entrances }, 'VALIDATION_ERROR'>(
    context,
    call,
    {
      version: body.version,
      lock: async (trx) => {
        await lockEntrances(trx, key)
        return readEntrances(trx, key)
      },
      write: async (trx, before) => {
        if (!areKnown(fields, before)) return fail('VALIDATION_ERROR', [{ path: 'fields', message: UNKNOWN }])
        await writeDoorSettings(trx, key, fields)
        await replaceGates(
          trx,
          key,
          fields.gates.map((gate) => withDefaults(gate, before)),
        )
        await replaceLists(
          trx,
          key,
          fields.lists.map((list) => ({ ...list, id: randomUUID() })),
        )
        await replaceWindows(
          trx,
          key,
          fields.windows.map(({ ticketTypeId, fromAt, untilAt }) => ({
            ticketTypeId,
            fromAt: fromAt === null ? null : new Date(fromAt),
            untilAt: untilAt === null ? null : new Date(untilAt),
          })),
        )
        return undefined
      },
      view: ({ entrances }) => entrances,
      data: (entrances) => ({ entrances }),
      action: 'entrances.changed',
      subject: ({ event }) => ({ id: event.id, name: event.title }),
      state: entranceFacts,
    },
  )
}

function withDefaults(gate: EntranceFields['gates'][number], { entrances }: LoadedEntrances) {
  const current = entrances.gates.find(({ id }) => id === gate.id?.toLowerCase())
  const { id = randomUUID(), hasNoTypeLeft = false } = current ?? {}
  return { hasNoTypeLeft, ...gate, id }
}

const UNKNOWN = 'A gate or ticket type doesn’t belong to this event.'

/** True when all gates and ticket types belong to the event. Ids may be in upper or lower case. */
function areKnown({ gates, lists, windows }: EntranceFields, { types, entrances }: LoadedEntrances): boolean {
  const typeIds = new Set(types.map(({ id }) => id))
  const gateIds = new Set(entrances.gates.map(({ id }) => id))
  const named = [...gates, ...lists].flatMap(({ ticketTypeIds }) => ticketTypeIds)
  return (
    [...named, ...windows.map(({ ticketTypeId }) => ticketTypeId)].every((id) =>
      typeIds.has(id.toLowerCase()),
    ) && gates.every(({ id }) => id === null || gateIds.has(id.toLowerCase()))
  )
}

/** State for the audit log, with names instead of ids. */
function entranceFacts({ entrances, types }: LoadedEntrances): Record<string, unknown> {
  const { reEntry, maxEntries, entriesPer, roomCapacity, gates, windows, lists } = entrances
  const names = new Map(types.map(({ id, name }) => [id, name]))
  const typeNames = (ids: readonly string[]): string[] => ids.map((id) => names.get(id) ?? id)
  const rule = reEntry === 'none' ? 'No re-entry' : reEntry === 'free' ? 'Free' : 'After an exit'
  return {
    reEntry: rule,
    maxEntries,
    entriesPer: entriesPer === 'day' ? 'Day' : 'Event',
    roomCapacity,
    gates: gates.map(({ name, ticketTypeIds, hasNoTypeLeft }) => {
      const admitted = typeNames(ticketTypeIds).join(', ')
      return `${name}: ${hasNoTypeLeft ? 'no ticket type left' : admitted || 'all ticket types'}`
    }),
    entryWindows: windows.map(({ ticketTypeId, fromAt, untilAt }) => ({
      ticketType: names.get(ticketTypeId),
      from: fromAt,
      until: untilAt,
    })),
    lists: lists.map(({ name, note, ticketTypeIds }) => ({
      name,
      note,
      ticketTypes: typeNames(ticketTypeIds),
    })),
  }
}
