import * as z from 'zod/mini'
import { ACCOUNT_ACTIONS } from '#model/people/account-actions.ts'

export const FACTOR_CHANGES = [
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_renewed',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

/**
 * Payload of each kind of email in the outbox. The recipient is determined when the email is composed, so that
 * requests about known and unknown addresses take the same time.
 */
export const mailPayloads = {
  /**
   * Email to the account's address. If another account has verified that address, the email goes to its owner instead.
   */
  verify_email: z.object({ accountId: z.string() }),
  /** Email to the unverified account with this address, if any. */
  resend_verification: z.object({ email: z.string() }),
  reset_password: z.object({ email: z.string() }),
  /**
   * Email to the new address. Not sent if the password has changed since the request; `mark` is the
   * `passwordFingerprint` at that time.
   */
  change_email: z.object({ accountId: z.string(), email: z.string(), mark: z.string() }),
  email_changed: z.object({ accountId: z.string(), oldEmail: z.string(), newEmail: z.string() }),
  factor_changed: z.object({ accountId: z.string(), change: z.enum(FACTOR_CHANGES) }),
  password_changed: z.object({ accountId: z.string() }),
  new_sign_in: z.object({ accountId: z.string(), sessionId: z.string() }),
  /** Email to an owner: a domain's DNS record is missing. Not sent when the record has been found again. */
  domain_failing: z.object({ accountId: z.string(), domainId: z.string() }),
  domain_lapsed: z.object({ accountId: z.string(), host: z.string() }),
  order_confirmed: z.object({ orderId: z.string() }),
  order_resent: z.object({ orderId: z.string() }),
  /** Email to the recipient of a bought voucher, with its code. Not sent when the voucher is void or has no balance. */
  voucher_delivered: z.object({ orderId: z.string() }),
  promoter_message: z.object({ messageId: z.string(), email: z.string() }),
  /** Email about a refund. Rows from earlier versions have no `refundId`; they are about the whole order. */
  order_refunded: z.object({ orderId: z.string(), refundId: z.optional(z.string()) }),
  /** The payment provider refused the refund of returned tickets, so the tickets are valid again. */
  return_failed: z.object({ orderId: z.string() }),
  /** A refund that the buyer was told of has failed later. */
  refund_failed: z.object({ orderId: z.string(), refundId: z.string() }),
  /** Email to ticket holders of a cancelled event, with the refund if any. */
  event_cancelled: z.object({ orderId: z.string(), eventId: z.string(), refundId: z.nullable(z.string()) }),
  event_changed: z.object({ orderId: z.string(), changeId: z.string() }),
  /**
   * Email to a buyer with the codes of an event's tickets, which earlier emails didn't contain. Not sent when no ticket
   * is valid any more.
   */
  codes_shown: z.object({ orderId: z.string(), eventId: z.string() }),
  /** Security notice to the order's previous email address, after its buyer corrected the address. */
  order_email_corrected: z.object({ orderId: z.string(), email: z.string() }),
  /** Email to the address that a ticket is offered to. Not sent when the offer has ended. */
  ticket_offered: z.object({ transferId: z.string() }),
  /** Email to the sender of a transfer: the recipient has accepted the ticket. */
  ticket_passed_on: z.object({ transferId: z.string() }),
  /**
   * Email to the recipient of a transfer, with the link to the ticket. Not sent when the ticket has been passed on
   * again.
   */
  ticket_received: z.object({ transferId: z.string() }),
  /** Email to the recipient of a transfer: the ticket is void, because its order was refunded. */
  ticket_voided: z.object({ transferId: z.string() }),
  /** Email to the recipient of a ticket, when its code appears. Not sent when the ticket has been passed on again. */
  ticket_code_shown: z.object({ transferId: z.string() }),
  ticket_event_changed: z.object({ transferId: z.string(), changeId: z.string() }),
  ticket_event_cancelled: z.object({ transferId: z.string() }),
  /** Email about a ticket's new code to its holder: the buyer, or the recipient of a transfer. */
  ticket_code_replaced: z.object({
    ticketId: z.string(),
    orderId: z.string(),
    transferId: z.nullable(z.string()),
  }),
  payout_sent: z.object({ accountId: z.string(), payoutId: z.string() }),
  payout_failed: z.object({ accountId: z.string(), payoutId: z.string() }),
  settlement_sent: z.object({ accountId: z.string(), settlementId: z.string() }),
  settlement_paid: z.object({ accountId: z.string(), settlementId: z.string() }),
  settlement_failed: z.object({ accountId: z.string(), settlementId: z.string() }),
  fee_invoice: z.object({ accountId: z.string(), invoiceId: z.string() }),
  /** Email to an owner: deliveries have failed for three days, or (`isOver`) the endpoint was turned off. */
  webhook_failed: z.object({ accountId: z.string(), url: z.string(), isOver: z.boolean() }),
  /**
   * Email to an owner about changed bank details, with a link that undoes the change. Not sent when the change has been
   * undone.
   */
  bank_account_changed: z.object({ accountId: z.string(), bankAccountId: z.string() }),
  /** Email to an owner: a change of bank details was undone, and payouts wait until the details are confirmed. */
  bank_account_restored: z.object({ accountId: z.string(), bankAccountId: z.string() }),
  /** Email to an owner: an account at the payment provider was created, or the method of payouts was changed. */
  payment_route_changed: z.object({
    accountId: z.string(),
    promoterId: z.string(),
    change: z.enum(['account', 'provider', 'bank', 'none']),
    changedBy: z.string(),
    at: z.string(),
  }),
  /** Email to a person who is invited to a team. Not sent when the invitation was resent, accepted or revoked. */
  staff_invitation: z.object({ invitationId: z.string(), round: z.int() }),
  /** Email to OPERATOR_EMAIL with the link for the first operator. Not sent when there is already an operator. */
  operator_link: z.object({ email: z.string() }),
  /** Email to the account's owner: an operator has changed something about the account. */
  account_care: z.object({ accountId: z.string(), action: z.enum(ACCOUNT_ACTIONS) }),
  /**
   * Email to the account's owner: a second factor will be removed, with a link that prevents it. Not sent when the
   * removal has ended.
   */
  factor_removal: z.object({ accountId: z.string(), removalId: z.string() }),
  account_deleted: z.object({ email: z.string() }),
  terms_changed: z.object({ accountId: z.string(), promoterId: z.string(), termsId: z.int() }),
  /** Email to an operator: a promoter asks to join. Not sent when an operator has already decided. */
  promoter_requested: z.object({ accountId: z.string(), promoterId: z.string() }),
  /** Email to an operator: a refund over the limit needs approval. Not sent when an operator has already decided. */
  refund_requested: z.object({ accountId: z.string(), requestId: z.string() }),
  /**
   * Email about an operator's decision to the member who requested a refund over the limit, or who created the API key
   * that did.
   */
  refund_decided: z.object({ accountId: z.string(), requestId: z.string() }),
  promoter_status: z.object({
    accountId: z.string(),
    promoterId: z.string(),
    move: z.enum(['approve', 'reject', 'suspend', 'reinstate']),
    message: z.string(),
  }),
  /** Email to an owner: an operator has removed an event from the main site, or (without a reason) listed it again. */
  main_site_listing: z.object({
    accountId: z.string(),
    promoterId: z.string(),
    title: z.string(),
    reason: z.nullable(z.string()),
  }),
  support_started: z.object({ accountId: z.string(), supportId: z.string() }),
  /** Email to a person who is invited to become an organiser. Not sent when the invitation has been used or revoked. */
  promoter_invitation: z.object({ invitationId: z.string() }),
  /** Test email to the member who requested it, with custom text that may be unsaved. */
  letter_test: z.object({ accountId: z.string(), key: z.string(), subject: z.string(), body: z.string() }),
} as const

export type MailKind = keyof typeof mailPayloads

/** Kinds of emails to buyers and ticket holders. */
export const BUYER_MAIL_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'order_confirmed',
  'order_resent',
  'voucher_delivered',
  'order_refunded',
  'return_failed',
  'refund_failed',
  'event_cancelled',
  'event_changed',
  'codes_shown',
  'order_email_corrected',
  'promoter_message',
  'ticket_offered',
  'ticket_passed_on',
  'ticket_received',
  'ticket_voided',
  'ticket_code_replaced',
  'ticket_code_shown',
  'ticket_event_changed',
  'ticket_event_cancelled',
])

/**
 * Kinds of emails whose links may lead to the promoter's custom domains. All other emails link only to the main
 * site's hosts: they contain account tokens or ask the reader to sign in, and promoters control custom domains.
 */
export const ORDER_MAIL_KINDS: ReadonlySet<string> = new Set([
  ...BUYER_MAIL_KINDS,
  'letter_test' satisfies MailKind,
])

export type MailFact = {
  [Kind in MailKind]: {
    kind: Kind
    fact: string
    payload: z.infer<(typeof mailPayloads)[Kind]>
    /** Scheme, host and port of the site; null for the promoter's own site. */
    origin: string | null
    /** Promoter whose branding and sender are used; null for the main site's. */
    promoterId: string | null
  }
}[MailKind]
