import * as z from 'zod/mini'

/** What may happen to an account's second factors. */
export const FACTOR_CHANGES = [
  'passkey_added',
  'passkey_removed',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_renewed',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

/**
 * What is told by e-mail, and what the telling needs to know. Who is written to, and whether anybody is, is decided when the
 * mail is made: a request for an unknown address leaves the same row as one for a known one, in the same time.
 */
export const mailPayloads = {
  /** To the account's own address; its owner is told instead when another account has verified it. */
  verify_email: z.object({ accountId: z.string() }),
  /** To whoever registered with this address and has not verified it. Nobody else is written to. */
  resend_verification: z.object({ email: z.string() }),
  reset_password: z.object({ email: z.string() }),
  /** To the new address, as long as the account still has the password that the wish came with (`passwordMark`). */
  change_email: z.object({ accountId: z.string(), email: z.string(), mark: z.string() }),
  /** To the address that was the account's. */
  email_changed: z.object({ accountId: z.string(), oldEmail: z.string(), newEmail: z.string() }),
  /** To the account: how it is signed in to has changed. */
  factor_changed: z.object({ accountId: z.string(), change: z.enum(FACTOR_CHANGES) }),
  password_changed: z.object({ accountId: z.string() }),
  new_sign_in: z.object({ accountId: z.string(), sessionId: z.string() }),
  /** To an owner of the promoter: the proof of a name is gone. Nothing is sent when it has come back meanwhile. */
  domain_failing: z.object({ accountId: z.string(), domainId: z.string() }),
  /** To an owner of the promoter: the name has stopped answering. */
  domain_lapsed: z.object({ accountId: z.string(), host: z.string() }),
  order_confirmed: z.object({ orderId: z.string() }),
  /** The confirmation once more, because the promoter says so. */
  order_resent: z.object({ orderId: z.string() }),
  /** A promoter's own words to somebody who has bought, or comes. */
  promoter_message: z.object({ messageId: z.string(), email: z.string() }),
  /** Mails that were written before refunds had rows name none: they tell of the whole order. */
  order_refunded: z.object({ orderId: z.string(), refundId: z.optional(z.string()) }),
  /** To whoever holds tickets of an event that does not take place; with the refund that was decided, if any. */
  event_cancelled: z.object({ orderId: z.string(), eventId: z.string(), refundId: z.nullable(z.string()) }),
  /** To whoever holds tickets of an event that is at another time or place than they know. */
  event_changed: z.object({ orderId: z.string(), changeId: z.string() }),
  /** To a member: their earnings are on their way. */
  payout_sent: z.object({ accountId: z.string(), payoutId: z.string() }),
  /** To a member: they will not arrive, why, and that they are available again. */
  payout_failed: z.object({ accountId: z.string(), payoutId: z.string() }),
  /** To an owner of the promoter: an event could not be delivered for three days, or (`isOver`) the endpoint was switched off. */
  webhook_failed: z.object({ accountId: z.string(), url: z.string(), isOver: z.boolean() }),
  /** To whoever is asked to work for a promoter. Nothing is sent once it was sent again, accepted or taken back. */
  staff_invitation: z.object({ invitationId: z.string(), round: z.int() }),
  /** To whoever tries out words of their promoter's, which need not be saved. */
  letter_test: z.object({ accountId: z.string(), key: z.string(), subject: z.string(), body: z.string() }),
} as const

export type MailKind = keyof typeof mailPayloads

/**
 * Mails of a promoter to its buyers: their links may lead to its custom domains. Those of every other mail lead to the main site's hosts
 * and names below them only, since they carry tokens of accounts or ask the reader to sign in, and a custom domain is in its
 * promoter's hands.
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
    /** Names the fact: one mail per fact, however often it is written. */
    fact: string
    payload: z.infer<(typeof mailPayloads)[Kind]>
    /** Scheme, host and port of the site that it is sent for; null for the promoter's own, wherever the fact came from. */
    origin: string | null
    /** Whose look and sender it has; null for the main site's. */
    promoterId: string | null
  }
}[MailKind]
