import * as z from 'zod/mini'

export const FACTOR_CHANGES = [
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_renewed',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

/** The recipient is determined when composing: known and unknown addresses take the same time. */
export const mailPayloads = {
  /** To the account's address; if another account has verified it, to that account's owner instead. */
  verify_email: z.object({ accountId: z.string() }),
  /** To the unverified account with this address, if any. */
  resend_verification: z.object({ email: z.string() }),
  reset_password: z.object({ email: z.string() }),
  /** To the new address, while the account still has the password of the request (`passwordFingerprint`). */
  change_email: z.object({ accountId: z.string(), email: z.string(), mark: z.string() }),
  email_changed: z.object({ accountId: z.string(), oldEmail: z.string(), newEmail: z.string() }),
  factor_changed: z.object({ accountId: z.string(), change: z.enum(FACTOR_CHANGES) }),
  password_changed: z.object({ accountId: z.string() }),
  new_sign_in: z.object({ accountId: z.string(), sessionId: z.string() }),
  /** To an owner: a domain's DNS record is missing. Not sent when it was found again. */
  domain_failing: z.object({ accountId: z.string(), domainId: z.string() }),
  domain_lapsed: z.object({ accountId: z.string(), host: z.string() }),
  order_confirmed: z.object({ orderId: z.string() }),
  order_resent: z.object({ orderId: z.string() }),
  promoter_message: z.object({ messageId: z.string(), email: z.string() }),
  /** Old rows without `refundId` are about the whole order. */
  order_refunded: z.object({ orderId: z.string(), refundId: z.optional(z.string()) }),
  /** To ticket holders of a cancelled event, with the refund if any. */
  event_cancelled: z.object({ orderId: z.string(), eventId: z.string(), refundId: z.nullable(z.string()) }),
  event_changed: z.object({ orderId: z.string(), changeId: z.string() }),
  payout_sent: z.object({ accountId: z.string(), payoutId: z.string() }),
  payout_failed: z.object({ accountId: z.string(), payoutId: z.string() }),
  /** To an owner: deliveries failed for three days, or (`isOver`) the endpoint was turned off. */
  webhook_failed: z.object({ accountId: z.string(), url: z.string(), isOver: z.boolean() }),
  /** To an invited person. Not sent when the invitation was resent, accepted or withdrawn. */
  staff_invitation: z.object({ invitationId: z.string(), round: z.int() }),
  /** To OPERATOR_EMAIL. Not sent when there is an operator by now. */
  operator_link: z.object({ email: z.string() }),
  /** Test email with custom text, saved or not, to the member who requested it. */
  letter_test: z.object({ accountId: z.string(), key: z.string(), subject: z.string(), body: z.string() }),
} as const

export type MailKind = keyof typeof mailPayloads

/**
 * Links in these emails may lead to the promoter's custom domains. All others contain account tokens or ask the reader to
 * sign in, so their links lead only to the main site's hosts: promoters control custom domains.
 */
export const ORDER_MAIL_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'order_confirmed',
  'order_resent',
  'order_refunded',
  'event_cancelled',
  'event_changed',
  'promoter_message',
  'letter_test',
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
