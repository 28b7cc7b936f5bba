import type { putTicketHolder as contract } from '#contracts/console/orders/attendees.ts'
import type { OrderTicket } from '#contracts/console/orders/order-detail.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { showOrder } from '#server/sales/orders/show-order.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { lockHeldTicket, setTicketHolder } from './attendee-rows.ts'

/** Changes the holder of a ticket. Its code stays valid. */
export const putTicketHolder: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params, body } = call
  const put = await transact(context.db, async (trx): Promise<Result<Put, CodeOf<typeof contract>>> => {
    const ticket = await lockHeldTicket(trx, { promoterId, ticketId: params.id })
    if (!ticket) return fail('NOT_FOUND')
    const standing = { orderId: ticket.orderId, isStale: ticket.version !== body.version }
    if (standing.isStale) return succeed(standing)
    if (ticket.status === 'void') return fail('TICKET_VOID')
    const { firstName, lastName, email } = body
    const now = new Date(context.clock.now())
    trx.send(setTicketHolder(trx, { promoterId, ticket, firstName, lastName, email, now }))
    const changed = changesOf(ticket, { holder: `${firstName} ${lastName}`.trim(), email })
    if (changed.length === 0) return succeed(standing)
    const change = {
      promoterId,
      actor,
      action: 'ticket.holder_changed',
      subject: { id: ticket.orderId, name: ticket.code },
      after: { changed },
    } as const
    trx.send(recordChange(trx, change, now))
    return succeed(standing)
  })
  if (!put.success) return put
  const ticket = await viewTicket(context, { promoterId, ticketId: params.id, orderId: put.data.orderId })
  if (!ticket) return fail('NOT_FOUND')
  return put.data.isStale ? fail('EDIT_CONFLICT', { current: ticket }) : succeed({ ticket })
}

interface Holder {
  holder: string
  email: string
}

const changesOf = (before: Holder, after: Holder): string[] =>
  (['holder', 'email'] as const).filter((field) => before[field] !== after[field])

/** `isStale` means that the ticket was changed concurrently and nothing was written. */
interface Put {
  orderId: string
  isStale: boolean
}

async function viewTicket(
  context: Context,
  { promoterId, orderId, ticketId }: { promoterId: string; orderId: string; ticketId: string },
): Promise<OrderTicket | undefined> {
  const shown = await showOrder(context, { promoterId, orderId })
  return shown.success ? shown.data.detail.tickets.find((ticket) => ticket.id === ticketId) : undefined
}
