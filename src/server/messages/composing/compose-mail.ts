import { mailUrls } from '#contracts/platform/mail-urls.ts'
import type { Context } from '#server/context.ts'
import { listLegalLinks } from '#server/sites/legal/list-legal-links.ts'
import {
  composeAddressChange,
  composeAddressChanged,
  composeFactorChanged,
  composeNewSignIn,
  composePasswordChanged,
  composeResend,
  composeReset,
  composeVerification,
  type Addressed,
  type Desk,
} from './compose-account-mail.ts'
import { composeMessage } from './compose-message.ts'
import { composeEventChange } from './compose-event-change.ts'
import { composeDomainFailing, composeDomainLapsed } from './compose-domain-mail.ts'
import { composeCancellation, composeConfirmation, composeRefund } from './compose-order-mail.ts'
import { composeLetterTest } from './compose-letter-test.ts'
import { composePayoutFailed, composePayoutSent } from './compose-payout-mail.ts'
import { composeWebhookFailed } from './compose-webhook-mail.ts'
import { composeInvitation } from './compose-staff-mail.ts'
import { letterHtml } from '#server/messages/letters/letter-html.ts'
import { letterText } from '#server/messages/letters/letter-text.ts'
import { inOwnWords } from '#server/messages/letter-texts/in-own-words.ts'
import { oneLine, type LetterLink } from '#server/messages/letters/letter.ts'
import { mailPayloads, type MailKind } from '#server/platform/outbox/mail-facts.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { createMailContext } from './create-mail-context.ts'

/**
 * Composes the email of a fact: recipient, sender, content and links. Undefined without a recipient. Stores link tokens in a committed
 * transaction, because an email that may have been sent must not contain a rolled-back token.
 */
export async function composeMail(
  context: Context,
  row: MailRow,
  port: number,
): Promise<OutgoingMail | undefined> {
  const { desk, sender } = await createMailContext(context, { ...row, port })
  const composed = await compose(desk, row)
  if (!composed) return undefined
  const letter = await inOwnWords(context, row, composed)
  const unwanted = unwantedLink(desk, row)
  const foot = [...(await legalLinks(desk, row)), ...(unwanted ? [unwanted] : [])]
  return {
    mailId: row.id,
    from: { name: oneLine(sender.senderName), address: context.config.MAIL_FROM },
    to: oneLine(composed.to),
    replyTo: ADDRESS.test(sender.replyTo) ? sender.replyTo : '',
    subject: oneLine(letter.subject),
    html: letterHtml(letter, sender, foot),
    text: letterText(letter, sender, foot),
    ...(row.kind === 'promoter_message' && unwanted ? { unsubscribeUrl: unwanted.url } : {}),
  }
}

/** Emails to buyers and ticket holders of a promoter. */
const BUYER_KINDS = [
  'order_confirmed',
  'order_resent',
  'order_refunded',
  'event_cancelled',
  'event_changed',
  'promoter_message',
] as const satisfies readonly MailKind[]
const HAS_LEGAL_LINKS: ReadonlySet<string> = new Set(BUYER_KINDS)

/** Emails to people who may not know the promoter, because someone else may have entered their address. */
const UNWANTED_KINDS: ReadonlySet<string> = new Set<MailKind>([...BUYER_KINDS, 'staff_invitation'])

/** Links to the promoter's legal pages, for emails to its buyers. */
async function legalLinks({ context, origin }: Desk, { kind, promoterId }: MailRow): Promise<LetterLink[]> {
  if (promoterId === null || !HAS_LEGAL_LINKS.has(kind)) return []
  const links = await listLegalLinks(context, promoterId)
  return links.map(({ label, path }) => ({ label, url: origin + path }))
}

function unwantedLink({ context, origin }: Desk, row: MailRow): LetterLink | undefined {
  if (row.promoterId === null || !UNWANTED_KINDS.has(row.kind)) return undefined
  const url = origin + mailUrls.unwantedMail(context.mailMarks.sign(row.id))
  return row.kind === 'promoter_message'
    ? { label: 'Unsubscribe or report this message', url }
    : { label: 'Report this email', url }
}

/** A single address without a name. */
const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

const COMPOSERS: Readonly<Record<MailKind, (desk: Desk, row: MailRow) => Promise<Addressed>>> = {
  verify_email: (desk, { payload }) => composeVerification(desk, mailPayloads.verify_email.parse(payload)),
  resend_verification: (desk, { payload }) =>
    composeResend(desk, mailPayloads.resend_verification.parse(payload)),
  reset_password: (desk, { payload }) => composeReset(desk, mailPayloads.reset_password.parse(payload)),
  change_email: (desk, { payload }) => composeAddressChange(desk, mailPayloads.change_email.parse(payload)),
  email_changed: (desk, { payload }) =>
    composeAddressChanged(desk, mailPayloads.email_changed.parse(payload)),
  password_changed: (desk, { payload, createdAt }) =>
    composePasswordChanged(desk, mailPayloads.password_changed.parse(payload), createdAt),
  factor_changed: (desk, { payload, createdAt }) =>
    composeFactorChanged(desk, mailPayloads.factor_changed.parse(payload), createdAt),
  new_sign_in: (desk, { payload }) => composeNewSignIn(desk, mailPayloads.new_sign_in.parse(payload)),
  domain_failing: (desk, { payload }) =>
    composeDomainFailing(desk, mailPayloads.domain_failing.parse(payload)),
  domain_lapsed: (desk, { payload }) => composeDomainLapsed(desk, mailPayloads.domain_lapsed.parse(payload)),
  order_confirmed: (desk, { payload }) =>
    composeConfirmation(desk, mailPayloads.order_confirmed.parse(payload)),
  order_resent: (desk, { payload }) => composeConfirmation(desk, mailPayloads.order_resent.parse(payload)),
  promoter_message: (desk, { payload, promoterId }) =>
    composeMessage(desk, mailPayloads.promoter_message.parse(payload), promoterId),
  order_refunded: (desk, { payload }) => composeRefund(desk, mailPayloads.order_refunded.parse(payload)),
  event_cancelled: (desk, { payload }) =>
    composeCancellation(desk, mailPayloads.event_cancelled.parse(payload)),
  event_changed: (desk, { payload }) => composeEventChange(desk, mailPayloads.event_changed.parse(payload)),
  payout_sent: (desk, { payload }) => composePayoutSent(desk, mailPayloads.payout_sent.parse(payload)),
  payout_failed: (desk, { payload }) => composePayoutFailed(desk, mailPayloads.payout_failed.parse(payload)),
  webhook_failed: (desk, { payload }) =>
    composeWebhookFailed(desk, mailPayloads.webhook_failed.parse(payload)),
  staff_invitation: (desk, { payload }) =>
    composeInvitation(desk, mailPayloads.staff_invitation.parse(payload)),
  letter_test: (desk, { payload, promoterId }) =>
    composeLetterTest(desk, mailPayloads.letter_test.parse(payload), promoterId),
}

function compose(desk: Desk, row: MailRow): Promise<Addressed> {
  const composer = Object.entries(COMPOSERS).find(([kind]) => kind === row.kind)?.[1]
  if (!composer) throw new Error(`This version of Foyer has no mail template of the kind ${row.kind}.`)
  return composer(desk, row)
}
