import type { z } from 'zod'
import { mailUrls } from '#contracts/platform/mail-urls.ts'
import type { Context } from '#server/context.ts'
import { listLegalLinks } from '#server/sites/legal/list-legal-links.ts'
import {
  composeEmailChange,
  composeEmailChanged,
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
  composeFailedRefund,
  composeFailedReturn,
  composeRefund,
} from './compose-order-mail.ts'
import {
  composeAccountDeleted,
  composeAccountActionMail,
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
import { renderMailHtml } from '#server/messages/mail-content/mail-html.ts'
import { renderMailText } from '#server/messages/mail-content/mail-text.ts'
import { applyTemplate, foreignAddressFilter } from '#server/messages/email-templates/apply-template.ts'
import { toOneLine, type MailLink } from '#server/messages/mail-content/mail-content.ts'
import { BUYER_MAIL_KINDS, mailPayloads, type MailKind } from '#server/platform/outbox/mail-facts.ts'
import type { MailRow } from '#server/platform/outbox/mail-rows.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { createMailContext } from './create-mail-context.ts'

/**
 * Composes an email. Undefined if it must not be sent. Link tokens are committed before the email is sent, because a
 * rolled-back token wouldn't work.
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
  const html = renderMailHtml(mail, sender, { foot, structuredData: extras?.structuredData })
  return {
    mailId: row.id,
    from: { name: toOneLine(sender.senderName), address: context.config.MAIL_FROM },
    to: toOneLine(composed.to),
    replyTo: ADDRESS.test(sender.replyTo) ? sender.replyTo : '',
    subject: toOneLine(mail.subject),
    html,
    text: renderMailText(mail, sender, foot),
    ...(row.kind === 'promoter_message' && unwanted ? { unsubscribeUrl: unwanted.url } : {}),
    // Images that the HTML doesn't contain aren't attached, because a promoter's custom text may leave out the tickets.
    attachments: extras?.attachments.filter(({ cid }) => !cid || html.includes(`cid:${cid}`)) ?? [],
  }
}

/** Emails whose recipients may not know the promoter, because other people entered their addresses. */
const UNWANTED_KINDS: ReadonlySet<string> = new Set([
  ...BUYER_MAIL_KINDS,
  'staff_invitation' satisfies MailKind,
])

async function legalLinks(
  { context, origin }: MailContext,
  { kind, promoterId }: MailRow,
): Promise<MailLink[]> {
  if (promoterId === null || !BUYER_MAIL_KINDS.has(kind)) return []
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

type Payloads = { [Kind in MailKind]: z.infer<(typeof mailPayloads)[Kind]> }

type Composers = {
  [Kind in MailKind]: (
    mailContext: MailContext,
    payload: Payloads[Kind],
    row: MailRow,
  ) => Promise<AddressedMail>
}

const COMPOSERS: Readonly<Composers> = {
  verify_email: composeVerification,
  resend_verification: composeResend,
  reset_password: composeReset,
  change_email: composeEmailChange,
  email_changed: composeEmailChanged,
  password_changed: (mailContext, payload, { createdAt }) =>
    composePasswordChanged(mailContext, payload, createdAt),
  factor_changed: (mailContext, payload, { createdAt }) =>
    composeFactorChanged(mailContext, payload, createdAt),
  new_sign_in: composeNewSignIn,
  domain_failing: composeDomainFailing,
  domain_lapsed: composeDomainLapsed,
  order_confirmed: composeConfirmation,
  order_resent: composeConfirmation,
  voucher_delivered: composeDeliveredVoucher,
  promoter_message: (mailContext, payload, { promoterId }) =>
    composeMessage(mailContext, payload, promoterId),
  order_refunded: composeRefund,
  return_failed: composeFailedReturn,
  refund_failed: composeFailedRefund,
  event_cancelled: composeCancellation,
  event_changed: composeEventChange,
  codes_shown: composeCodesShown,
  order_email_corrected: composeEmailCorrected,
  ticket_code_shown: composeTicketCodeShown,
  ticket_event_changed: composeTicketEventChanged,
  ticket_event_cancelled: composeTicketEventCancelled,
  ticket_offered: composeTicketOffer,
  ticket_passed_on: composeTicketPassedOn,
  ticket_received: composeTicketReceived,
  ticket_voided: composeTicketVoided,
  ticket_code_replaced: composeCodeReplaced,
  payout_sent: composePayoutSent,
  payout_failed: composePayoutFailed,
  settlement_sent: (mailContext, payload) => composeSettlement(mailContext, 'sent', payload),
  settlement_paid: (mailContext, payload) => composeSettlement(mailContext, 'paid', payload),
  settlement_failed: (mailContext, payload) => composeSettlement(mailContext, 'failed', payload),
  fee_invoice: composeFeeInvoice,
  webhook_failed: composeWebhookFailed,
  bank_account_changed: composeBankAccountChanged,
  bank_account_restored: composeBankAccountRestored,
  payment_route_changed: composePaymentRouteChanged,
  staff_invitation: composeInvitation,
  operator_link: composeOperatorLink,
  account_care: (mailContext, payload, { createdAt }) =>
    composeAccountActionMail(mailContext, payload, createdAt),
  factor_removal: composeFactorRemoval,
  account_deleted: composeAccountDeleted,
  terms_changed: composeTermsChanged,
  promoter_requested: composePromoterRequested,
  refund_requested: composeRefundRequested,
  refund_decided: composeRefundDecided,
  promoter_status: composePromoterStatus,
  main_site_listing: composeMainSiteListing,
  support_started: composeSupportStarted,
  promoter_invitation: composePromoterInvitation,
  letter_test: (mailContext, payload, { promoterId }) => composeTestMail(mailContext, payload, promoterId),
}

const PARSERS: { readonly [Kind in MailKind]: { parse: (stored: unknown) => Payloads[Kind] } } = mailPayloads

function compose(mailContext: MailContext, row: MailRow): Promise<AddressedMail> {
  if (!isMailKind(row.kind))
    throw new Error(`This version of Foyer has no mail template of the kind ${row.kind}.`)
  return composeAs(row.kind, mailContext, row)
}

const composeAs = <Kind extends MailKind>(
  kind: Kind,
  mailContext: MailContext,
  row: MailRow,
): Promise<AddressedMail> => COMPOSERS[kind](mailContext, PARSERS[kind].parse(row.payload), row)

const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(COMPOSERS, kind)
