import fc from 'fast-check'
import type { Death } from '../schedules/life.ts'

/** One step. `page` and `link` select modulo what exists, past ones included; impossible steps are refused. */
export type TicketStep =
  /** `page`: 0 is the order, others are pages of recipients. */
  | { do: 'offer'; page: number; ticket: number; byEmail: boolean }
  | { do: 'reclaim'; page: number; ticket: number }
  | { do: 'accept'; link: number; key: number }
  | { do: 'new code'; page: number; ticket: number; key: number }
  | { do: 'rename'; page: number; ticket: number }
  | { do: 'refund'; ticket: number; isAll: boolean }
  | { do: 'return'; ticket: number; key: number }
  | { do: 'scan'; ticket: number }
  | { do: 'correct address' }

export type TicketCommand =
  | TicketStep
  | { do: 'at once'; steps: TicketStep[] }
  /** The process dies in this step, at its n-th statement. */
  | ({ do: 'deadly'; step: TicketStep } & Death)

export const TICKETS = 2

export interface TicketSchedule {
  commands: TicketCommand[]
}

const ticket = fc.nat({ max: TICKETS - 1 })
/** Recent pages are more likely, because they hold something. */
const page = fc.nat({ max: 5 })
const key = fc.nat({ max: 2 })

// Explicit, because fast-check widens the literals of records.
const is = <Name extends TicketCommand['do'], Rest extends object>(
  name: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
): fc.Arbitrary<{ do: Name } & Rest> => fc.record<Rest>(rest).map((values) => ({ do: name, ...values }))

const step: fc.Arbitrary<TicketStep> = fc.oneof(
  { weight: 8, arbitrary: is('offer', { page, ticket, byEmail: fc.boolean() }) },
  { weight: 8, arbitrary: is('accept', { link: fc.nat({ max: 3 }), key }) },
  { weight: 3, arbitrary: is('reclaim', { page, ticket }) },
  { weight: 4, arbitrary: is('new code', { page, ticket, key }) },
  { weight: 2, arbitrary: is('rename', { page, ticket }) },
  {
    weight: 1,
    arbitrary: is('refund', { ticket, isAll: fc.integer({ min: 0, max: 2 }).map((one) => one === 0) }),
  },
  { weight: 1, arbitrary: is('return', { ticket, key }) },
  { weight: 1, arbitrary: is('scan', { ticket }) },
  { weight: 1, arbitrary: fc.constant<TicketStep>({ do: 'correct address' }) },
)

const command: fc.Arbitrary<TicketCommand> = fc.oneof(
  { weight: 10, arbitrary: step },
  { weight: 5, arbitrary: is('at once', { steps: fc.array(step, { minLength: 2, maxLength: 4 }) }) },
  {
    weight: 4,
    arbitrary: is('deadly', { step, after: fc.integer({ min: 1, max: 14 }), isSent: fc.boolean() }),
  },
)

export const ticketSchedule: fc.Arbitrary<TicketSchedule> = fc.record({
  // Without fast-check's bias to small values.
  commands: fc.noBias(fc.array(command, { minLength: 3, maxLength: 16, size: 'max' })),
})
