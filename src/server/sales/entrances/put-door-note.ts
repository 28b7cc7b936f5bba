import type { putDoorNote as contract } from '#contracts/console/door/entrances.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { lockTicketWithNote, writeDoorNote } from './entrance-rows.ts'

/** The audit log records that the note changed, but not its text, which can name a person. */
export const putDoorNote: UseCase<typeof contract, PromoterCall> = (context, call) =>
  transact(context.db, async (trx) => {
    const { promoterId, actor, params, body } = call
    const ticket = await lockTicketWithNote(trx, { promoterId, ticketId: params.id })
    if (!ticket) return fail('NOT_FOUND')
    const { id: ticketId, eventId } = ticket
    const saved = { ticketId, note: body.note }
    if (ticket.note === body.note) return succeed(saved)
    if (ticket.note !== body.before)
      return fail('EDIT_CONFLICT', { current: { ticketId, note: ticket.note } })
    const now = new Date(context.clock.now())
    await writeDoorNote(trx, { promoterId, eventId, ticketId, note: body.note, now })
    const subject = { id: ticket.orderId, name: ticket.code }
    const change = { promoterId, actor, action: 'ticket.door_note_changed', subject, after: {} } as const
    await recordChange(trx, change, now)
    return succeed(saved)
  })
