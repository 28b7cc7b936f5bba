import fc from 'fast-check'
import type { DoorRules } from '#model/sales/door/door-rules.ts'

export const DEVICES = 5
export const TICKETS = 5

/** What becomes of a sync's request: the answer is lost after the server has stored the scans, or the request is sent twice. */
export type Fate = 'arrives' | 'request lost' | 'answer lost' | 'sent twice'

export type Step =
  | { do: 'scan'; device: number; ticket: number; isExit: boolean }
  | { do: 'admit anyway'; device: number; ticket: number }
  /** Undoes one of the entries and exits that the device knows of. */
  | { do: 'undo'; device: number; pick: number }
  | { do: 'sync'; device: number; fate: Fate }

export type Command =
  | Step
  | { do: 'wait'; ms: number }
  /** The app is killed at the n-th statement of the step, before or after it took effect. */
  | { do: 'deadly'; step: Step; after: number; isSent: boolean }
  /** The browser deletes the storage of the last device. */
  | { do: 'clear storage' }

export interface DoorSchedule {
  rules: Pick<DoorRules, 'reEntry' | 'maxEntries' | 'entriesPer'>
  /** Errors of the devices' clocks. */
  clockErrorsMs: number[]
  commands: Command[]
}

const device = fc.nat({ max: DEVICES - 1 })
const ticket = fc.nat({ max: TICKETS - 1 })
const MINUTE_MS = 60_000
const MAX_CLOCK_ERROR_MS = 10 * MINUTE_MS

// Explicit, because fast-check widens the literals of records.
const is = <Name extends Command['do'], Rest extends object>(
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
): fc.Arbitrary<{ do: Name } & Rest> => fc.record<Rest>(rest).map((values) => ({ do: name, ...values }))

const isRare = fc.integer({ min: 0, max: 4 }).map((one) => one === 0)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: is('scan', { device, ticket, isExit: isRare }) },
  { weight: 2, arbitrary: is('admit anyway', { device, ticket }) },
  { weight: 3, arbitrary: is('undo', { device, pick: fc.nat({ max: 9 }) }) },
  {
    weight: 4,
    arbitrary: is('sync', {
      device,
      fate: fc.constantFrom<Fate>('arrives', 'arrives', 'request lost', 'answer lost', 'sent twice'),
    }),
  },
)

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: step },
  { weight: 5, arbitrary: is('wait', { ms: fc.integer({ min: 1, max: 40 * MINUTE_MS }) }) },
  {
    weight: 3,
    arbitrary: is('deadly', { step, after: fc.integer({ min: 1, max: 9 }), isSent: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'clear storage' }) },
)

export const doorSchedule: fc.Arbitrary<DoorSchedule> = fc.record({
  rules: fc.constantFrom<DoorSchedule['rules']>(
    { reEntry: 'none', maxEntries: null, entriesPer: 'event' },
    { reEntry: 'none', maxEntries: null, entriesPer: 'event' },
    { reEntry: 'after_exit', maxEntries: null, entriesPer: 'event' },
    { reEntry: 'after_exit', maxEntries: 2, entriesPer: 'event' },
    { reEntry: 'free', maxEntries: 2, entriesPer: 'day' },
  ),
  clockErrorsMs: fc.array(fc.integer({ min: -MAX_CLOCK_ERROR_MS, max: MAX_CLOCK_ERROR_MS }), {
    minLength: DEVICES,
    maxLength: DEVICES,
  }),
  // Without fast-check's bias to small values.
  commands: fc.noBias(fc.array(command, { minLength: 4, maxLength: 32, size: 'max' })),
})
