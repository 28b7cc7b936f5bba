import * as z from 'zod/mini'
import { cursor, reference } from '#model/platform/bounds.ts'
import { settlementStatus, statementLineKind } from '#model/money/settlements.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const money = z.number()

export const eventStatement = z.object({
  eventId: z.string(),
  eventTitle: z.string(),
  /** When the event's amounts can be paid out; null while the event is cancelled and refunds are pending. */
  dueAt: z.nullable(z.string()),
  currency: z.string(),
  orders: z.int(),
  lines: z.array(z.object({ kind: statementLineKind, amount: money })),
  /** Sum of the lines: the promoter's total amount for the event. */
  total: money,
  taxes: money,
  /** Parts of the total that were paid out, by settlement, oldest first. They and `unsettled` add up to the total. */
  settlements: z.array(
    z.object({
      id: z.string(),
      number: z.int(),
      status: settlementStatus,
      createdAt: z.string(),
      amount: money,
    }),
  ),
  /** Part of the total that no settlement has paid out yet. */
  unsettled: money,
})
export type EventStatement = z.infer<typeof eventStatement>

export const statementEvent = z.object({
  eventId: z.string(),
  title: z.string(),
  startsAt: z.string(),
  timeZone: z.string(),
  /** Number of paid orders with tickets for the event. */
  orders: z.int(),
})
export type StatementEvent = z.infer<typeof statementEvent>

export const listEventStatements = endpoint({
  description: 'Lists events with paid orders, which have a statement, latest first.',
  method: 'GET',
  path: '/api/promoter/event-statements',
  access: 'promoter',
  scope: 'payouts:read',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ events: z.array(statementEvent), nextCursor: z.nullable(z.string()) }),
})

export const getEventStatement = endpoint({
  description:
    'Returns what the promoter gets for an event, by kind, and which settlements contain it. Orders for several events are divided by the value of their lines, ' +
    'so that the statements of all events add up to the orders.',
  method: 'GET',
  path: '/api/promoter/events/{id}/statement',
  access: 'promoter',
  scope: 'payouts:read',
  params: z.object({ id: reference }),
  data: z.object({ statement: eventStatement }),
  errors: ['NOT_FOUND'],
})
