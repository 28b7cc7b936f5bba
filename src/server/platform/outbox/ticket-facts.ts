import type { MailFact } from './mail-facts.ts'

interface TransferReference {
  id: string
  promoterId: string
}

/** Email to the person who is offered a ticket. */
export const ticketOfferedFact = (transfer: TransferReference): MailFact => ({
  kind: 'ticket_offered',
  fact: `ticket_offered:${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

/** Email to the sender of a ticket, when the recipient has accepted the ticket. */
export const ticketPassedOnFact = (transfer: TransferReference): MailFact => ({
  kind: 'ticket_passed_on',
  fact: `ticket_passed_on:${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

/** Email to the recipient of a ticket, with the link to the ticket. */
export const ticketReceivedFact = (transfer: TransferReference): MailFact => ({
  kind: 'ticket_received',
  fact: `ticket_received:${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

/** Email to the recipient of a ticket that became void. */
export const ticketVoidedFact = (transfer: TransferReference): MailFact => ({
  kind: 'ticket_voided',
  fact: `ticket_voided:${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

/** Prefix of the facts of these emails. It has no count when the count is 0, like facts written by earlier versions. */
export const ticketCodeShownPrefix = (modeChanges: number): string =>
  modeChanges === 0 ? 'ticket_code_shown:' : `ticket_code_shown:${modeChanges}:`

/**
 * Email to the recipient of a ticket with its code. `modeChanges`: number of times that the event's codes became live
 * or stopped being live. Recipients get one such email for each value.
 */
export const ticketCodeShownFact = (transfer: TransferReference, modeChanges: number): MailFact => ({
  kind: 'ticket_code_shown',
  fact: `${ticketCodeShownPrefix(modeChanges)}${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

export const ticketEventChangedFact = (transfer: TransferReference, changeId: string): MailFact => ({
  kind: 'ticket_event_changed',
  fact: `ticket_event_changed:${changeId}:${transfer.id}`,
  payload: { transferId: transfer.id, changeId },
  ...sentFor(transfer),
})

export const ticketEventCancelledFact = (transfer: TransferReference): MailFact => ({
  kind: 'ticket_event_cancelled',
  fact: `ticket_event_cancelled:${transfer.id}`,
  payload: { transferId: transfer.id },
  ...sentFor(transfer),
})

/** Email to the ticket's holder about the new code. `key`: idempotency key of the request. */
export const codeReplacedFact = (
  ticket: { id: string; orderId: string; promoterId: string; transferId: string | null },
  key: string,
): MailFact => ({
  kind: 'ticket_code_replaced',
  fact: `ticket_code_replaced:${ticket.id}:${key}`,
  payload: { ticketId: ticket.id, orderId: ticket.orderId, transferId: ticket.transferId },
  ...sentFor(ticket),
})

// These emails have no origin, so their links lead to the promoter's own site.
const sentFor = ({ promoterId }: { promoterId: string }): Pick<MailFact, 'origin' | 'promoterId'> => ({
  origin: null,
  promoterId,
})
