import type { getHeldTicket as contract, HeldTicketView } from '#contracts/checkout/transfers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listAdmissions } from '#server/sales/tickets/admission-rows.ts'
import { viewHoldersTickets } from '#server/sales/tickets/holders-tickets.ts'
import type { UseCase } from '#server/use-case.ts'
import { findTicketPage } from './find-ticket-access.ts'
import { findHeldTicket, type HeldTicketRow } from './held-ticket-rows.ts'
import { findTransferTicket } from './transfer-ticket-rows.ts'
import { toTicketActions } from './ticket-actions.ts'
import type { TransferRow } from './transfer-rows.ts'

export const getHeldTicket: UseCase<typeof contract, { site: Site }> = async (context, { site, params }) => {
  const transfer = await findTicketPage(context, { site, ticketKey: params.id })
  return transfer.success ? showHeldTicketOf(context, transfer.data) : transfer
}

export async function showHeldTicketOf(
  context: Context,
  transfer: Pick<TransferRow, 'id' | 'ticketId' | 'promoterId' | 'ticketKey'>,
): Promise<Result<{ held: HeldTicketView }, 'NOT_FOUND'>> {
  const [row, standing] = await Promise.all([
    findHeldTicket(context.db, transfer.id),
    findTransferTicket(context.db, transfer.ticketId),
  ])
  const [ticket] = row ? await viewHoldersTickets(context, transfer.promoterId, [ticketOf(row)]) : []
  if (!row || !standing || !ticket || transfer.ticketKey === null) return fail('NOT_FOUND')
  const isHolder = standing.holderId === transfer.id
  const [admission] = isHolder ? await listAdmissions(context.reads, [transfer.ticketId]) : []
  return succeed({
    held: {
      id: transfer.ticketKey,
      ticket,
      ticketName: row.ticketName,
      orderNumber: row.orderNumber,
      event: {
        id: row.eventId,
        slug: row.slug,
        title: row.eventTitle,
        startsAt: row.startsAt.toISOString(),
        timeZone: row.timeZone,
      },
      admittedAt: admission?.admittedAt.toISOString() ?? null,
      actions: isHolder ? toTicketActions(standing, context.clock.now()) : null,
    },
  })
}

const ticketOf = ({
  ticketName: _name,
  orderNumber: _number,
  slug: _slug,
  eventTitle: _title,
  startsAt: _startsAt,
  timeZone: _zone,
  ...ticket
}: HeldTicketRow) => ticket
