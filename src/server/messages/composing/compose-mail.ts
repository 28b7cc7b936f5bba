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
  type AddressedMail,
  type MailContext,
} from './compose-account-mail.ts'
import { composeMessage } from './compose-message.ts'
import { composeEventChange } from './compose-event-change.ts'
import { composeDomainFailing, composeDomainLapsed } from './compose-domain-mail.ts'
import { composeCancellation, composeConfirmation, composeRefund } from './compose-order-mail.ts'
import { composeOperatorLink } from './compose-operator-mail.ts'
import { composeTestMail } from './compose-test-mail.ts'
import { composePayoutFailed, composePayoutSent } from './compose-payout-mail.ts'
import { composeWebhookFailed } from './compose-webhook-mail.ts'
import { composeInvitation } from './compose-staff-mail.ts'
import { mailHtml } from '#server/messages/mail-content/mail-html.ts'
import { mailText } from '#server/messages/mail-content/mail-text.ts'
import { applyTemplate } from '#server/messages/email-templates/apply-template.ts'
import { oneLine, type MailLink } from '#server/messages/mail-content/mail-content.ts'
import { mailPayloads, type MailKind } from '#server/platform/outbox/mail-facts.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { createMailContext } from './create-mail-context.ts'

/**
 * Undefined without a recipient. Stores link tokens in a committed transaction, because an email that may have been sent
 * must not contain a rolled-back token.
 */
export async function composeMail(
  context: Context,
  row: MailRow,
  port: number,
): Promise<OutgoingMail | undefined> {
  const { mailContext, sender } = await createMailContext(context, { ...row, port })
  const composed = await compose(mailContext, row)
  if (!composed) return undefined
  const mail = await applyTemplate(context, row, composed)
  const unwanted = unwantedLink(mailContext, row)
  const foot = [...(await legalLinks(mailContext, row)), ...(unwanted ? [unwanted] : [])]
  return {
    mailId: row.id,
    from: { name: oneLine(sender.senderName), address: context.config.MAIL_FROM },
    to: oneLine(composed.to),
    replyTo: ADDRESS.test(sender.replyTo) ? sender.replyTo : '',
    subject: oneLine(mail.subject),
    html: mailHtml(mail, sender, foot),
    text: mailText(mail, sender, foot),
    ...(row.kind === 'promoter_message' && unwanted ? { unsubscribeUrl: unwanted.url } : {}),
  }
}

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

async function legalLinks(
  { context, origin }: MailContext,
  { kind, promoterId }: MailRow,
): Promise<MailLink[]> {
  if (promoterId === null || !HAS_LEGAL_LINKS.has(kind)) return []
  const links = await listLegalLinks(context, promoterId)
  return links.map(({ label, path }) => ({ label, url: origin + path }))
}

function unwantedLink({ context, origin }: MailContext, row: MailRow): MailLink | undefined {
  if (row.promoterId === null || !UNWANTED_KINDS.has(row.kind)) return undefined
  const url = origin + mailUrls.unwantedMail(context.mailMarks.sign(row.id))
  return row.kind === 'promoter_message'
    ? { label: 'Unsubscribe or report this message', url }
    : { label: 'Report this email', url }
}

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

const COMPOSERS: Readonly<
  Record<MailKind, (mailContext: MailContext, row: MailRow) => Promise<AddressedMail>>
> = {
  verify_email: (mailContext, { payload }) =>
    composeVerification(mailContext, mailPayloads.verify_email.parse(payload)),
  resend_verification: (mailContext, { payload }) =>
    composeResend(mailContext, mailPayloads.resend_verification.parse(payload)),
  reset_password: (mailContext, { payload }) =>
    composeReset(mailContext, mailPayloads.reset_password.parse(payload)),
  change_email: (mailContext, { payload }) =>
    composeAddressChange(mailContext, mailPayloads.change_email.parse(payload)),
  email_changed: (mailContext, { payload }) =>
    composeAddressChanged(mailContext, mailPayloads.email_changed.parse(payload)),
  password_changed: (mailContext, { payload, createdAt }) =>
    composePasswordChanged(mailContext, mailPayloads.password_changed.parse(payload), createdAt),
  factor_changed: (mailContext, { payload, createdAt }) =>
    composeFactorChanged(mailContext, mailPayloads.factor_changed.parse(payload), createdAt),
  new_sign_in: (mailContext, { payload }) =>
    composeNewSignIn(mailContext, mailPayloads.new_sign_in.parse(payload)),
  domain_failing: (mailContext, { payload }) =>
    composeDomainFailing(mailContext, mailPayloads.domain_failing.parse(payload)),
  domain_lapsed: (mailContext, { payload }) =>
    composeDomainLapsed(mailContext, mailPayloads.domain_lapsed.parse(payload)),
  order_confirmed: (mailContext, { payload }) =>
    composeConfirmation(mailContext, mailPayloads.order_confirmed.parse(payload)),
  order_resent: (mailContext, { payload }) =>
    composeConfirmation(mailContext, mailPayloads.order_resent.parse(payload)),
  promoter_message: (mailContext, { payload, promoterId }) =>
    composeMessage(mailContext, mailPayloads.promoter_message.parse(payload), promoterId),
  order_refunded: (mailContext, { payload }) =>
    composeRefund(mailContext, mailPayloads.order_refunded.parse(payload)),
  event_cancelled: (mailContext, { payload }) =>
    composeCancellation(mailContext, mailPayloads.event_cancelled.parse(payload)),
  event_changed: (mailContext, { payload }) =>
    composeEventChange(mailContext, mailPayloads.event_changed.parse(payload)),
  payout_sent: (mailContext, { payload }) =>
    composePayoutSent(mailContext, mailPayloads.payout_sent.parse(payload)),
  payout_failed: (mailContext, { payload }) =>
    composePayoutFailed(mailContext, mailPayloads.payout_failed.parse(payload)),
  webhook_failed: (mailContext, { payload }) =>
    composeWebhookFailed(mailContext, mailPayloads.webhook_failed.parse(payload)),
  staff_invitation: (mailContext, { payload }) =>
    composeInvitation(mailContext, mailPayloads.staff_invitation.parse(payload)),
  operator_link: (mailContext, { payload }) =>
    composeOperatorLink(mailContext, mailPayloads.operator_link.parse(payload)),
  letter_test: (mailContext, { payload, promoterId }) =>
    composeTestMail(mailContext, mailPayloads.letter_test.parse(payload), promoterId),
}

function compose(mailContext: MailContext, row: MailRow): Promise<AddressedMail> {
  const composer = Object.entries(COMPOSERS).find(([kind]) => kind === row.kind)?.[1]
  if (!composer) throw new Error(`This version of Foyer has no mail template of the kind ${row.kind}.`)
  return composer(mailContext, row)
}
