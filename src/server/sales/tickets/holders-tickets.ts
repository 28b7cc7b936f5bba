import { codeAccess } from '#model/catalog/codes/code-modes.ts'
import { deriveLiveSecret, livePrefix } from '#model/sales/door/live-codes.ts'
import type { Ticket } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import { readLiveCodeKey } from './live-code-keys.ts'
import { signTickets } from './sign-tickets.ts'
import type { TicketRow } from './ticket-rows.ts'

/**
 * Returns tickets as their holders see them: without codes for tickets that were passed on and for late codes that don't
 * appear yet, and with the secret instead of a code for live codes. All code that shows tickets to holders (pages, API,
 * emails, PDFs, passes) must use it.
 */
export async function viewHoldersTickets(
  context: Context,
  promoterId: string,
  rows: readonly TicketRow[],
): Promise<Ticket[]> {
  const signed = await signTickets(context, promoterId, rows)
  const generations = new Map(rows.map(({ id, generation }) => [id, generation]))
  return Promise.all(
    signed.map(async (ticket) =>
      ticket.passedOnTo === undefined
        ? viewCode(context, promoterId, { ticket, generation: generations.get(ticket.id) ?? 0 })
        : toSendersTicket(ticket, ticket.passedOnTo),
    ),
  )
}

/** A ticket as its former holder sees it. */
const toSendersTicket = (ticket: Ticket, recipient: string): Ticket => ({
  ...withoutCode(ticket),
  holder: recipient,
  status: ticket.status === 'void' ? 'void' : 'passed_on',
})

const withoutCode = (ticket: Ticket): Ticket => ({ ...ticket, code: '', token: '' })

async function viewCode(
  context: Context,
  promoterId: string,
  { ticket, generation }: { ticket: Ticket; generation: number },
): Promise<Ticket> {
  const appearAt = Date.parse(ticket.codeAppearsAt ?? '')
  switch (codeAccess({ codeMode: ticket.codeMode, appearAt }, context.clock.now())) {
    case 'shown':
      return ticket
    case 'hidden':
      return withoutCode(ticket)
    case 'live':
      return ticket.status === 'void'
        ? withoutCode(ticket)
        : viewLive(context, promoterId, { ticket, generation })
  }
}

async function viewLive(
  context: Context,
  promoterId: string,
  { ticket, generation }: { ticket: Ticket; generation: number },
): Promise<Ticket> {
  const { id, eventId, token } = ticket
  const eventKey = await readLiveCodeKey(context, { promoterId, eventId })
  const secret = await deriveLiveSecret(eventKey, { ticketId: id, generation })
  return {
    ...withoutCode(ticket),
    live: { prefix: livePrefix(token), secret: Buffer.from(secret).toString('hex') },
  }
}
