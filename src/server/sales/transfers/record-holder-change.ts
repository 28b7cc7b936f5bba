import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { TransferTicketRow } from './transfer-ticket-rows.ts'

type Action =
  | 'ticket.code_replaced'
  | 'ticket.offered'
  | 'ticket.reclaimed'
  | 'ticket.passed_on'
  | 'ticket.holder_changed'

/** Records a change by a ticket's holder in the order's timeline, without personal data. */
export const recordHolderChange = (
  trx: PipelinedTransaction,
  { ticket, action, after, now }: { ticket: TransferTicketRow; action: Action; after?: object; now: Date },
): Promise<void> =>
  recordChange(
    trx,
    {
      promoterId: ticket.promoterId,
      actor: { accountId: null, apiKeyId: null },
      action,
      subject: { id: ticket.orderId, name: ticket.code },
      after: { ...after, by: ticket.holderId === null ? 'buyer' : 'recipient' },
    },
    now,
  )
