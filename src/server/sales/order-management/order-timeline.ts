import type { TimelineEntry } from '#contracts/console/orders/order-detail.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { OrderStatus } from '#model/sales/orders.ts'
import type {
  ChangeFact,
  MailFactRow,
  NoteFact,
  OrderFacts,
  RefundFact,
} from '#server/sales/orders/order-facts-rows.ts'

export interface TimelineFacts {
  facts: OrderFacts
  status: OrderStatus
  expiresAt: Date
  refunds: readonly RefundFact[]
  notes: readonly NoteFact[]
  changes: readonly ChangeFact[]
  mails: readonly MailFactRow[]
}

export function orderTimeline(facts: TimelineFacts): TimelineEntry[] {
  const entries = [
    ...lifeOf(facts),
    ...facts.refunds.flatMap((refund) => refundEntries(refund, facts.facts.currency)),
    ...facts.facts.disputes.flatMap((dispute) => disputeEntries(dispute, facts.facts.currency)),
    ...facts.notes.map((note) =>
      entry('note', note.createdAt, { id: note.id, text: 'Note', more: note.text, by: note.by }),
    ),
    ...facts.changes.flatMap(changeEntries),
    ...facts.mails.flatMap(mailEntries),
  ]
  // When two entries have the same time, the later one in the list is newer.
  return entries
    .map((each, index) => ({ each, index }))
    .toSorted((one, other) => other.each.at.localeCompare(one.each.at) || other.index - one.index)
    .map(({ each }) => each)
}

type More = Pick<TimelineEntry, 'id' | 'text'> & Partial<Pick<TimelineEntry, 'more' | 'by'>>

const entry = (
  kind: TimelineEntry['kind'],
  at: Date | string,
  { id, text, more = '', by = null }: More,
): TimelineEntry => ({ id: `${kind}:${id}`, at: new Date(at).toISOString(), kind, text, more, by })

const TAKEN = {
  complimentary: 'Complimentary',
  cash: 'Paid in cash',
  card_terminal: 'Paid at a card terminal',
  bank_transfer: 'Paid by bank transfer',
  other: 'Paid elsewhere',
} as const

const PAID_THROUGH: Readonly<Record<string, string>> = {
  stripe: 'Paid through Stripe',
  sandbox: 'Paid in test mode',
}

function lifeOf({ facts, status, expiresAt, changes }: TimelineFacts): TimelineEntry[] {
  const { id, takenOutside, paidAt, createdAt, payment } = facts
  const taker = changes.find(({ action }) => action === 'order.created')
  const paid = takenOutside
    ? TAKEN[takenOutside]
    : payment
      ? (PAID_THROUGH[payment.provider] ?? 'Paid')
      : 'Free of charge'
  const by = taker ? nameOf(taker) : null
  return [
    entry('placed', createdAt, { id, text: takenOutside ? 'Order created' : 'Order placed', by }),
    ...(paidAt ? [entry('paid', paidAt, { id, text: paid })] : []),
    ...(status === 'expired' ? [entry('ended', expiresAt, { id, text: 'Expired without payment' })] : []),
  ]
}

const REASONS = {
  requested: 'Refund of',
  not_honoured: 'The payment arrived too late: refund of',
  event_cancelled: 'The event was cancelled: refund of',
  at_provider: 'Refunded at the payment provider:',
} as const

function refundEntry(refund: RefundFact, currency: string): TimelineEntry {
  const isReturn = refund.keptCents !== null
  const why = isReturn ? 'Returned by the buyer: refund of' : REASONS[refund.reason]
  const kept = refund.keptCents ? `, ${formatMoney(refund.keptCents, currency)} kept` : ''
  const withheld = refund.withheldCents
    ? `, ${formatMoney(refund.withheldCents, currency)} not credited to the voucher`
    : ''
  const tickets =
    refund.tickets === 0 ? '' : `, ${refund.tickets === 1 ? 'one ticket' : `${refund.tickets} tickets`} void`
  return entry('refund', refund.createdAt, {
    id: refund.id,
    text: `${why} ${formatMoney(refund.amountCents - refund.withheldCents, currency)}${kept}${withheld}${tickets}`,
    more: refund.status === 'failed' ? '' : refund.note,
    by: isReturn ? 'The buyer' : refund.by,
  })
}

function refundEntries(refund: RefundFact, currency: string): TimelineEntry[] {
  const amount = formatMoney(refund.amountCents, currency)
  const requested = refundEntry(refund, currency)
  if (refund.status === 'needs_approval')
    return [{ ...requested, text: `Refund of ${amount} requested, waiting for the platform’s approval` }]
  if (refund.status === 'refused')
    return [
      { ...requested, text: `Refund of ${amount} requested`, more: '' },
      entry('refund', refund.updatedAt, {
        id: `${refund.id}:refused`,
        text: `The platform refused the refund of ${amount}`,
        more: refund.note,
      }),
    ]
  if (refund.status === 'pending')
    return [{ ...requested, text: `${requested.text}, waiting for the payment provider` }]
  if (refund.status === 'succeeded') return [requested]
  const failed = { id: `${refund.id}:failed`, text: `The refund of ${amount} has failed`, more: refund.note }
  return [requested, entry('refund', refund.updatedAt, failed)]
}

function disputeEntries(dispute: OrderFacts['disputes'][number], currency: string): TimelineEntry[] {
  const amount = formatMoney(dispute.amountCents, currency)
  const opened = entry('dispute', dispute.createdAt, {
    id: dispute.id,
    text: `The buyer’s bank disputes ${amount}`,
    more: dispute.reason.replaceAll('_', ' '),
  })
  if (dispute.status === 'open') return [opened]
  const text =
    dispute.status === 'won' ? `Dispute won: ${amount} was returned` : `Dispute lost: ${amount} was deducted`
  return [opened, entry('dispute', dispute.updatedAt, { id: `${dispute.id}:over`, text })]
}

function nameOf({ by, isProgram, after }: ChangeFact): string | null {
  if (after?.['by'] === 'buyer') return 'The buyer'
  if (after?.['by'] === 'recipient') return 'The ticket’s holder'
  return by ?? (isProgram ? 'A program with an API key' : null)
}

function changeEntries(change: ChangeFact): TimelineEntry[] {
  const { id, at, action, after } = change
  const told = { id: String(id), by: nameOf(change) }
  if (action === 'order.cancelled') return [entry('ended', at, { ...told, text: 'Cancelled' })]
  if (action === 'order.email_changed')
    return [entry('change', at, { ...told, text: 'Email address changed; link and ticket codes replaced' })]
  if (action === 'ticket.holder_changed')
    return [
      entry('change', at, {
        ...told,
        text: `Ticket ${change.subject} renamed`,
        more: renamed(after),
      }),
    ]
  const text = HOLDERS_CHANGES[action]?.(change.subject, after?.['by'] === 'recipient')
  return text === undefined ? [] : [entry('change', at, { ...told, text })]
}

/** Changes made by ticket holders. */
const HOLDERS_CHANGES: Readonly<Record<string, (code: string, byRecipient: boolean) => string>> = {
  'ticket.code_replaced': (code, byRecipient) =>
    `Ticket ${code}: new code, requested by ${holder(byRecipient)}`,
  'ticket.offered': (code, byRecipient) => `Ticket ${code} offered to someone by ${holder(byRecipient)}`,
  'ticket.reclaimed': (code, byRecipient) => `Ticket ${code}: offer reclaimed by ${holder(byRecipient)}`,
  'ticket.passed_on': (code, byRecipient) =>
    `Ticket ${code} of ${holder(byRecipient)} passed on; code replaced`,
}

const holder = (byRecipient: boolean): string => (byRecipient ? 'its recipient' : 'the buyer')

const RENAMED: Readonly<Record<string, string>> = { holder: 'another name', email: 'another address' }

/** Returns for example 'Another name, another address'. The log contains which fields changed, but not their values. */
function renamed(after: ChangeFact['after']): string {
  const changed = after?.['changed']
  const words = (Array.isArray(changed) ? changed : []).flatMap((field) => RENAMED[String(field)] ?? [])
  return words.join(', ').replace(/^a/, 'A')
}

const MAILS: Readonly<Record<string, string>> = {
  order_confirmed: 'The confirmation',
  order_resent: 'The resent confirmation',
  order_refunded: 'The refund email',
  return_failed: 'The email about the failed return',
  refund_failed: 'The email about the failed refund',
  voucher_delivered: 'The voucher',
  event_changed: 'The event change email',
  codes_shown: 'The email with the QR codes',
  ticket_offered: 'The offer of a ticket',
  ticket_received: 'The ticket that was passed on',
  ticket_code_replaced: 'The new code',
}

function mailEntries(mail: MailFactRow): TimelineEntry[] {
  const { id, doneAt, deadAt, createdAt, to } = mail
  const what = MAILS[mail.kind] ?? 'An email'
  if (deadAt) return [entry('mail', deadAt, { id, text: `${what} could not be delivered` })]
  if (!doneAt) return [entry('mail', createdAt, { id, text: `${what} is on its way` })]
  return to ? [entry('mail', doneAt, { id, text: `${what} was sent to ${to}` })] : []
}
