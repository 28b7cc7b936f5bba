import * as z from 'zod/mini'

/**
 * Whether a ticket can be used again. `none`: it admits once. `after_exit`: it admits again after its exit was
 * recorded. `free`: it always admits again, and exits aren't recorded.
 */
export const reEntry = z.enum(['none', 'after_exit', 'free'])
export type ReEntry = z.infer<typeof reEntry>

export interface DoorRules {
  reEntry: ReEntry
  /**
   * Maximum number of entries per ticket and event, or per day for events of several days. Null for no limit. Ignored
   * when re-entry is `none`.
   */
  maxEntries: number | null
  entriesPer: 'event' | 'day'
  timeZone: string
}

/**
 * An entrance that admits some ticket types, or all of them when the list is empty. A gate whose ticket types were all
 * deleted lists its own id instead: it then admits none, and older versions of the door app understand that too.
 */
export interface Gate {
  id: string
  name: string
  ticketTypeIds: readonly string[]
}

/** Times between which a ticket type is admitted, in milliseconds. Null for no limit. */
export interface EntryWindow {
  fromMs: number | null
  untilMs: number | null
}

export const doesGateAdmit = (gate: Gate | undefined, ticketTypeId: string): boolean =>
  !gate || gate.ticketTypeIds.length === 0 || gate.ticketTypeIds.includes(ticketTypeId)

export const isInEntryWindow = ({ fromMs, untilMs }: EntryWindow, now: number): boolean =>
  (fromMs === null || now >= fromMs) && (untilMs === null || now < untilMs)
