import type { listTicketTypes as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findManagedEvent } from './managed-type-rows.ts'
import { readTicketBoard } from './read-ticket-board.ts'

export const listTicketTypes: UseCase<typeof contract, PromoterCall> = async (
  { db, clock },
  { params, promoterId },
) => {
  const event = await findManagedEvent(db, { promoterId, eventId: params.id })
  return event
    ? succeed(await readTicketBoard(db, event, { promoterId, now: clock.now() }))
    : fail('NOT_FOUND')
}
