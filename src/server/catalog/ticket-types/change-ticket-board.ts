import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { lockTicketTypesOfEvent, type ManagedEventRow } from './managed-type-rows.ts'
import { readTicketBoard } from './read-ticket-board.ts'

/** Ticket types of an event that are locked for a change, with their state before it. */
export interface LockedTicketBoard {
  trx: Trx
  promoterId: string
  event: ManagedEventRow
  before: TicketBoard
  now: Date
  read: () => Promise<TicketBoard>
  record: (change: Omit<AuditChange, keyof PromoterCaller>) => Promise<void>
}

/**
 * Changes an event's ticket types in one transaction. NOT_FOUND for another promoter's event or without `eventId`.
 * `rules`: error code to return when a constraint is violated, by constraint name, as in `transact`.
 */
export async function changeTicketBoard<Data, Code extends ErrorCode = never>(
  context: Context,
  change: PromoterCaller & { eventId: string | undefined; rules?: Readonly<Record<string, Code>> },
  work: (board: LockedTicketBoard) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code | 'NOT_FOUND'>> {
  const { promoterId, actor, eventId, rules = {} } = change
  if (eventId === undefined) return fail('NOT_FOUND')
  return transact<Data, Code | 'NOT_FOUND'>(
    context.db,
    async (trx) => {
      const event = await lockTicketTypesOfEvent(trx, { promoterId, eventId })
      if (!event) return fail('NOT_FOUND')
      const now = context.clock.now()
      const read = (): Promise<TicketBoard> => readTicketBoard(trx, event, { promoterId, now })
      return work({
        trx,
        promoterId,
        event,
        before: await read(),
        now: new Date(now),
        read,
        record: (entry) => recordChange(trx, { ...entry, promoterId, actor }, new Date(now)),
      })
    },
    rules,
  )
}

/** The constraint is violated when tickets were held or sold after the caller read the counters. */
export const OVERSOLD_CONSTRAINT = { never_oversold: 'CAPACITY_TAKEN' } as const

/** State of a ticket type for the audit log, without its access code. */
export const ticketTypeAuditState = (type: ManagedTicketType): Record<string, unknown> => {
  const { name, description, price, capacity, minPerOrder, maxPerOrder, maxPerCustomer, ...others } = type
  const { saleStartsAt, saleEndsAt, active, isHidden, accessCode, followsId, poolId, taxIds } = others
  const hasAccessCode = accessCode !== null
  const sale = { saleStartsAt, saleEndsAt, active, isHidden, hasAccessCode, followsId, poolId, taxIds }
  return { name, description, price, capacity, minPerOrder, maxPerOrder, maxPerCustomer, ...sale }
}
