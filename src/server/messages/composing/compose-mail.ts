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
import {
  composeCancellation,
  composeConfirmation,
  composeEmailCorrected,
  composeFailedReturn,
  composeRefund,
} from './compose-order-mail.ts'
import {
  composeAccountDeleted,
  composeCare,
  composeFactorRemoval,
  composeOperatorLink,
} from './compose-operator-mail.ts'
import { composeTermsChanged } from './compose-terms-mail.ts'
import { composeTestMail } from './compose-test-mail.ts'
import {
  composeBankAccountChanged,
  composeBankAccountRestored,
  composePaymentRouteChanged,
  composeSettlement,
} from '#server/messages/promoter-mails/compose-settlement-mail.ts'
import { composeFeeInvoice, composePayoutFailed, composePayoutSent } from './compose-payout-mail.ts'
import { composeWebhookFailed } from './compose-webhook-mail.ts'
import { composeInvitation } from './compose-staff-mail.ts'
import {
  composePromoterInvitation,
  composePromoterRequested,
  composeMainSiteListing,
  composePromoterStatus,
  composeSupportStarted,
} from '#server/messages/promoter-mails/compose-promoter-mail.ts'
import {
  composeRefundDecided,
  composeRefundRequested,
} from '#server/messages/promoter-mails/compose-refund-request.ts'
import {
  composeCodeReplaced,
  composeTicketOffer,
  composeTicketPassedOn,
  composeTicketReceived,
  composeTicketVoided,
} from '#server/messages/transfer-mails/compose-transfer-mail.ts'
import {
  composeTicketCodeShown,
  composeTicketEventCancelled,
  composeTicketEventChanged,
} from '#server/messages/transfer-mails/compose-holder-mail.ts'
import { composeDeliveredVoucher } from '#server/messages/voucher-mails/compose-voucher-mail.ts'
import { composeCodesShown } from '#server/messages/ticket-mails/compose-codes-shown.ts'
import { mailHtml } from '#server/messages/mail-content/mail-html.ts'
import { mailText } from '#server/messages/mail-content/mail-text.ts'
import { applyTemplate, foreignAddressFilter } from '#server/messages/email-templates/apply-template.ts'
import { oneLine, type MailLink } from '#server/messages/mail-content/mail-content.ts'
import { mailPayloads, type MailKind } from '#server/platform/outbox/mail-facts.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { createMailContext } from './create-mail-context.ts'

/**
 * Composes an email. Undefined without a recipient. Link tokens are stored in a committed transaction, because an email that
 * may have been sent must not contain a token that was rolled back.
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
  const extras = composed.extras?.(await foreignAddressFilter(context, row))
  const unwanted = unwantedLink(mailContext, row)
  const foot = [...(await legalLinks(mailContext, row)), ...(unwanted ? [unwanted] : [])]
  const html = mailHtml(mail, sender, { foot, structuredData: extras?.structuredData })
  return {
    mailId: row.id,
    from: { name: oneLine(sender.senderName), address: context.config.MAIL_FROM },
    to: oneLine(composed.to),
    replyTo: ADDRESS.test(sender.replyTo) ? sender.replyTo : '',
    subject: oneLine(mail.subject),
    html,
    text: mailText(mail, sender, foot),
    ...(row.kind === 'promoter_message' && unwanted ? { unsubscribeUrl: unwanted.url } : {}),
    // Leaves out attachments that the email doesn't show, because a promoter's own text may leave out the tickets.
    attachments: extras?.attachments.filter(({ cid }) => !cid || html.includes(`cid:${cid}`)) ?? [],
  }
}

const BUYER_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'order_confirmed',
  'order_resent',
  'voucher_delivered',
  'order_refunded',
  'return_failed',
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

/** Emails to people who may not know the promoter, because someone else may have entered their address. */
const UNWANTED_KINDS: ReadonlySet<string> = new Set([...BUYER_KINDS, 'staff_invitation' satisfies MailKind])

async function legalLinks(
  { context, origin }: MailContext,
  { kind, promoterId }: MailRow,
): Promise<MailLink[]> {
  if (promoterId === null || !BUYER_KINDS.has(kind)) return []
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
  voucher_delivered: (mailContext, { payload }) =>
    composeDeliveredVoucher(mailContext, mailPayloads.voucher_delivered.parse(payload)),
  promoter_message: (mailContext, { payload, promoterId }) =>
    composeMessage(mailContext, mailPayloads.promoter_message.parse(payload), promoterId),
  order_refunded: (mailContext, { payload }) =>
    composeRefund(mailContext, mailPayloads.order_refunded.parse(payload)),
  return_failed: (mailContext, { payload }) =>
    composeFailedReturn(mailContext, mailPayloads.return_failed.parse(payload)),
  event_cancelled: (mailContext, { payload }) =>
    composeCancellation(mailContext, mailPayloads.event_cancelled.parse(payload)),
  event_changed: (mailContext, { payload }) =>
    composeEventChange(mailContext, mailPayloads.event_changed.parse(payload)),
  codes_shown: (mailContext, { payload }) =>
    composeCodesShown(mailContext, mailPayloads.codes_shown.parse(payload)),
  order_email_corrected: (mailContext, { payload }) =>
    composeEmailCorrected(mailContext, mailPayloads.order_email_corrected.parse(payload)),
  ticket_code_shown: (mailContext, { payload }) =>
    composeTicketCodeShown(mailContext, mailPayloads.ticket_code_shown.parse(payload)),
  ticket_event_changed: (mailContext, { payload }) =>
    composeTicketEventChanged(mailContext, mailPayloads.ticket_event_changed.parse(payload)),
  ticket_event_cancelled: (mailContext, { payload }) =>
    composeTicketEventCancelled(mailContext, mailPayloads.ticket_event_cancelled.parse(payload)),
  ticket_offered: (mailContext, { payload }) =>
    composeTicketOffer(mailContext, mailPayloads.ticket_offered.parse(payload)),
  ticket_passed_on: (mailContext, { payload }) =>
    composeTicketPassedOn(mailContext, mailPayloads.ticket_passed_on.parse(payload)),
  ticket_received: (mailContext, { payload }) =>
    composeTicketReceived(mailContext, mailPayloads.ticket_received.parse(payload)),
  ticket_voided: (mailContext, { payload }) =>
    composeTicketVoided(mailContext, mailPayloads.ticket_voided.parse(payload)),
  ticket_code_replaced: (mailContext, { payload }) =>
    composeCodeReplaced(mailContext, mailPayloads.ticket_code_replaced.parse(payload)),
  payout_sent: (mailContext, { payload }) =>
    composePayoutSent(mailContext, mailPayloads.payout_sent.parse(payload)),
  payout_failed: (mailContext, { payload }) =>
    composePayoutFailed(mailContext, mailPayloads.payout_failed.parse(payload)),
  settlement_sent: (mailContext, { payload }) =>
    composeSettlement(mailContext, 'sent', mailPayloads.settlement_sent.parse(payload)),
  settlement_paid: (mailContext, { payload }) =>
    composeSettlement(mailContext, 'paid', mailPayloads.settlement_paid.parse(payload)),
  settlement_failed: (mailContext, { payload }) =>
    composeSettlement(mailContext, 'failed', mailPayloads.settlement_failed.parse(payload)),
  fee_invoice: (mailContext, { payload }) =>
    composeFeeInvoice(mailContext, mailPayloads.fee_invoice.parse(payload)),
  webhook_failed: (mailContext, { payload }) =>
    composeWebhookFailed(mailContext, mailPayloads.webhook_failed.parse(payload)),
  bank_account_changed: (mailContext, { payload }) =>
    composeBankAccountChanged(mailContext, mailPayloads.bank_account_changed.parse(payload)),
  bank_account_restored: (mailContext, { payload }) =>
    composeBankAccountRestored(mailContext, mailPayloads.bank_account_restored.parse(payload)),
  payment_route_changed: (mailContext, { payload }) =>
    composePaymentRouteChanged(mailContext, mailPayloads.payment_route_changed.parse(payload)),
  staff_invitation: (mailContext, { payload }) =>
    composeInvitation(mailContext, mailPayloads.staff_invitation.parse(payload)),
  operator_link: (mailContext, { payload }) =>
    composeOperatorLink(mailContext, mailPayloads.operator_link.parse(payload)),
  account_care: (mailContext, { payload, createdAt }) =>
    composeCare(mailContext, mailPayloads.account_care.parse(payload), createdAt),
  factor_removal: (mailContext, { payload }) =>
    composeFactorRemoval(mailContext, mailPayloads.factor_removal.parse(payload)),
  account_deleted: (mailContext, { payload }) =>
    composeAccountDeleted(mailContext, mailPayloads.account_deleted.parse(payload)),
  terms_changed: (mailContext, { payload }) =>
    composeTermsChanged(mailContext, mailPayloads.terms_changed.parse(payload)),
  promoter_requested: (mailContext, { payload }) =>
    composePromoterRequested(mailContext, mailPayloads.promoter_requested.parse(payload)),
  refund_requested: (mailContext, { payload }) =>
    composeRefundRequested(mailContext, mailPayloads.refund_requested.parse(payload)),
  refund_decided: (mailContext, { payload }) =>
    composeRefundDecided(mailContext, mailPayloads.refund_decided.parse(payload)),
  promoter_status: (mailContext, { payload }) =>
    composePromoterStatus(mailContext, mailPayloads.promoter_status.parse(payload)),
  main_site_listing: (mailContext, { payload }) =>
    composeMainSiteListing(mailContext, mailPayloads.main_site_listing.parse(payload)),
  support_started: (mailContext, { payload }) =>
    composeSupportStarted(mailContext, mailPayloads.support_started.parse(payload)),
  promoter_invitation: (mailContext, { payload }) =>
    composePromoterInvitation(mailContext, mailPayloads.promoter_invitation.parse(payload)),
  letter_test: (mailContext, { payload, promoterId }) =>
    composeTestMail(mailContext, mailPayloads.letter_test.parse(payload), promoterId),
}

function compose(mailContext: MailContext, row: MailRow): Promise<AddressedMail> {
  const composer = Object.entries(COMPOSERS).find(([kind]) => kind === row.kind)?.[1]
  if (!composer) throw new Error(`This version of Foyer has no mail template of the kind ${row.kind}.`)
  return composer(mailContext, row)
}
