import type { OrderStatus } from './orders.ts'

/** A ticket with the facts that determine what its holder can do with it. Times are in milliseconds. */
export interface TransferableTicket {
  orderStatus: OrderStatus
  status: 'valid' | 'used' | 'void'
  /** True while the payment provider is processing a refund of the ticket. */
  isBeingRefunded: boolean
  eventStatus: 'draft' | 'published' | 'cancelled'
  eventStartsAt: number
  eventEndsAt: number
  /** True when the event allows passing tickets on and changing names. */
  allowsTransfers: boolean
  transferCutoffHours: number
}

export type ChangeRefusal = 'ORDER_NOT_PAID' | 'TICKET_VOID' | 'EVENT_OVER'
export type TransferRefusal = ChangeRefusal | 'TICKET_ADMITTED' | 'TRANSFERS_OFF' | 'TRANSFERS_OVER'

/** Returns why a holder can't replace the ticket's code. Undefined when it is possible. */
export function changeRefusal(ticket: TransferableTicket, now: number): ChangeRefusal | undefined {
  if (ticket.status === 'void' || ticket.isBeingRefunded) return 'TICKET_VOID'
  if (ticket.orderStatus !== 'paid' && ticket.orderStatus !== 'partially_refunded') return 'ORDER_NOT_PAID'
  if (ticket.eventStatus === 'cancelled' || ticket.eventEndsAt <= now) return 'EVENT_OVER'
  return undefined
}

/** Returns why the ticket can't be passed on, accepted or renamed. Undefined when it can. */
export function transferRefusal(ticket: TransferableTicket, now: number): TransferRefusal | undefined {
  const refusal = changeRefusal(ticket, now)
  if (refusal) return refusal
  if (ticket.status === 'used') return 'TICKET_ADMITTED'
  if (!ticket.allowsTransfers) return 'TRANSFERS_OFF'
  return transfersEndAt(ticket) <= now ? 'TRANSFERS_OVER' : undefined
}

const HOUR_MS = 3_600_000

export const transfersEndAt = ({
  eventStartsAt,
  transferCutoffHours,
}: Pick<TransferableTicket, 'eventStartsAt' | 'transferCutoffHours'>): number =>
  eventStartsAt - transferCutoffHours * HOUR_MS
