import {
  entranceFields,
  type EntranceBoard,
  type EntranceFields,
  type Entrances,
} from '#contracts/console/door/entrances.ts'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import type { ReEntry } from '#model/sales/door/door-rules.ts'
import { fromWallClock, toWallClock } from '#model/platform/time/wall-clock-fields.ts'
import { formatMomentIn } from '#ui/format/format-dates.ts'
import { formatCount, formatNumber } from '#ui/format/format-numbers.ts'

export const RE_ENTRY_LABELS: Readonly<Record<ReEntry, string>> = {
  none: 'No: each ticket admits once',
  after_exit: 'Yes, after an exit was scanned',
  free: 'Yes, without scanning exits',
}

const isReEntry = (text: string): text is ReEntry => text in RE_ENTRY_LABELS

type Values = Readonly<Record<string, string>>

/**
 * Name of a ticket type's checkbox. Like all field names, it begins with the path of the field in the API's errors, for example `gates.0`.
 */
export const ticketTypeCheckboxName = (list: 'gates' | 'lists', index: number, typeId: string): string =>
  `${list}.${index}.types.${typeId}`

/** Name of a hidden field of a gate whose ticket types were deleted. */
export const lostTicketTypesName = (index: number): string => `gates.${index}.lostTypes`

/** Name of the checkbox that lets a gate whose ticket types were deleted admit all ticket types. */
export const allTicketTypesName = (index: number): string => `gates.${index}.allTypes`

interface GateScope {
  ticketTypeIds: readonly string[]
  hasNoTypeLeft: boolean
}

/** True when all ticket types of the gate were deleted, before or after the form was opened. */
export const hasLostTicketTypes = (
  { ticketTypeIds, hasNoTypeLeft }: GateScope,
  { ticketTypes }: Pick<EntranceBoard, 'ticketTypes'>,
): boolean =>
  ticketTypeIds.length > 0 ? !ticketTypes.some(({ id }) => ticketTypeIds.includes(id)) : hasNoTypeLeft

/** Schema that converts the form's fields to the API's format. Entered times are local times of the event. */
export const entranceSchema = ({ event, ticketTypes }: EntranceBoard) =>
  typedForm<EntranceFields>(({ values, text, count, optional }) => {
    const reEntry = text('reEntry')
    const moment = (name: string): string | null => {
      const wall = text(name)
      return wall === '' ? null : (fromWallClock(wall, event.timeZone) ?? wall)
    }
    return {
      reEntry: isReEntry(reEntry) ? reEntry : 'none',
      maxEntries: optional('maxEntries', count),
      entriesPer: text('entriesPer') === 'day' ? 'day' : 'event',
      roomCapacity: optional('roomCapacity', count),
      gates: rowsOf(values, 'gates').map((index) => ({
        id: text(`gates.${index}.id`) || null,
        name: text(`gates.${index}.name`),
        ...gateScope(values, index),
      })),
      windows: ticketTypes.flatMap(({ id }) => {
        const [fromAt, untilAt] = [moment(`windows.${id}.fromAt`), moment(`windows.${id}.untilAt`)]
        return fromAt === null && untilAt === null ? [] : [{ ticketTypeId: id, fromAt, untilAt }]
      }),
      lists: rowsOf(values, 'lists').map((index) => ({
        name: text(`lists.${index}.name`),
        note: text(`lists.${index}.note`),
        ticketTypeIds: typesIn(values, 'lists', index),
      })),
    }
  }, entranceFields)

const rowsOf = (values: Values, list: 'gates' | 'lists'): number[] =>
  Object.keys(values)
    .filter((name) => name.startsWith(`${list}.`) && name.endsWith('.name'))
    .map((_, index) => index)

function gateScope(values: Values, index: number) {
  const ticketTypeIds = typesIn(values, 'gates', index)
  if (values[lostTicketTypesName(index)] === undefined) return { ticketTypeIds }
  const hasNoTypeLeft = ticketTypeIds.length === 0 && values[allTicketTypesName(index)] === undefined
  return { ticketTypeIds, hasNoTypeLeft }
}

function typesIn(values: Values, list: 'gates' | 'lists', index: number): string[] {
  const prefix = ticketTypeCheckboxName(list, index, '')
  return Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

export const toLocalTime = (iso: string | null | undefined, timeZone: string): string =>
  iso ? toWallClock(iso, timeZone) : ''

/** Converts the entered fields to a version that can be compared with another one. */
export const toEntrances = (fields: EntranceFields, version: number): Entrances => ({
  ...fields,
  version,
  gates: fields.gates.map((gate) => ({
    ...gate,
    id: gate.id ?? '',
    hasNoTypeLeft: gate.hasNoTypeLeft ?? false,
  })),
})

/** Converts entrances to fields with texts, to compare two versions in a conflict. */
export function versionFields(
  { reEntry, maxEntries, entriesPer, roomCapacity, gates, windows, lists }: Entrances,
  { event, ticketTypes }: EntranceBoard,
): VersionFields {
  const names = new Map(ticketTypes.map(({ id, name }) => [id, name]))
  const types = (ids: readonly string[]): string =>
    ids.map((id) => names.get(id) ?? 'A deleted type').join(', ') || 'all'
  const at = (iso: string | null): string => (iso === null ? '…' : formatMomentIn(iso, event.timeZone))
  return [
    ['Re-entry', RE_ENTRY_LABELS[reEntry]],
    [
      'Entries per ticket',
      maxEntries === null ? 'No limit' : `${formatCount(maxEntries, 'entry', 'entries')} per ${entriesPer}`,
    ],
    ['Room capacity', roomCapacity === null ? 'None' : formatNumber(roomCapacity)],
    [
      'Gates',
      gates
        .map(
          (gate) =>
            `${gate.name} (${gate.hasNoTypeLeft ? 'no ticket type left' : types(gate.ticketTypeIds)})`,
        )
        .join('; '),
    ],
    [
      'Entry times',
      windows
        .map(
          ({ ticketTypeId, fromAt, untilAt }) => `${types([ticketTypeId])}: ${at(fromAt)} – ${at(untilAt)}`,
        )
        .join('; '),
    ],
    [
      'Lists',
      lists
        .map(({ name, note, ticketTypeIds }) => `${name} (${types(ticketTypeIds)})${note && `: ${note}`}`)
        .join('; '),
    ],
  ]
}
