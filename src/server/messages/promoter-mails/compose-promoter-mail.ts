import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { isOperator } from '#server/people/operators/operator-rows.ts'
import { findPromoterName, findPromoterStatus } from '#server/people/promoters/promoter-rows.ts'
import { findPromoterInvitation } from '#server/people/registration/promoter-invitation-rows.ts'
import { findSupportMail } from '#server/people/support/support-rows.ts'
import type { AddressedMail, MailContext } from '#server/messages/composing/compose-account-mail.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import {
  mainSiteListingMail,
  promoterInvitationMail,
  promoterRequestedMail,
  promoterStatusMail,
  supportMail,
} from './promoter-mails.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Composes the email about a promoter that asks to join. Not sent if the request has been decided, or the recipient is
 * no longer an operator.
 */
export async function composePromoterRequested(
  { context, origin, siteName }: MailContext,
  { accountId, promoterId }: z.infer<typeof mailPayloads.promoter_requested>,
): Promise<AddressedMail> {
  const { db } = context
  const [account, name, status, isStill] = await Promise.all([
    findRecipient(db, accountId),
    findPromoterName(db, promoterId),
    findPromoterStatus(db, promoterId),
    isOperator(db, accountId),
  ])
  if (!account || name === undefined || status !== 'pending' || !isStill) return undefined
  const url = origin + operatorUrls.promoter(promoterId)
  return { to: account.email, mail: promoterRequestedMail({ name, siteName, url }) }
}

export async function composePromoterStatus(
  { context, origin, siteName }: MailContext,
  { accountId, promoterId, move, message }: z.infer<typeof mailPayloads.promoter_status>,
): Promise<AddressedMail> {
  const [account, name] = await Promise.all([
    findRecipient(context.db, accountId),
    findPromoterName(context.db, promoterId),
  ])
  if (!account || name === undefined) return undefined
  const url = origin + consoleUrls.overview()
  return { to: account.email, mail: promoterStatusMail(move, { name, siteName, message, url }) }
}

export async function composeMainSiteListing(
  { context, origin, siteName }: MailContext,
  { accountId, promoterId, title, reason }: z.infer<typeof mailPayloads.main_site_listing>,
): Promise<AddressedMail> {
  const [account, name] = await Promise.all([
    findRecipient(context.db, accountId),
    findPromoterName(context.db, promoterId),
  ])
  if (!account || name === undefined) return undefined
  const url = origin + consoleUrls.overview()
  return { to: account.email, mail: mainSiteListingMail({ name, siteName, title, reason, url }) }
}

export async function composeSupportStarted(
  { context, origin, siteName }: MailContext,
  { accountId, supportId }: z.infer<typeof mailPayloads.support_started>,
): Promise<AddressedMail> {
  const [account, support] = await Promise.all([
    findRecipient(context.db, accountId),
    findSupportMail(context.db, supportId),
  ])
  if (!account || !support) return undefined
  const until = `${moment.format(support.endsAt)} UTC`
  const url = origin + consoleUrls.audit()
  return { to: account.email, mail: supportMail({ ...support, siteName, until, url }) }
}

/** Composes the invitation to become an organiser. Not sent if the invitation has been used or revoked. */
export async function composePromoterInvitation(
  { context, origin, siteName }: MailContext,
  { invitationId }: z.infer<typeof mailPayloads.promoter_invitation>,
): Promise<AddressedMail> {
  const row = await findPromoterInvitation(context.db, invitationId)
  if (!row) return undefined
  const url = origin + consoleUrls.start()
  return { to: row.email, mail: promoterInvitationMail({ siteName, until: day.format(row.expiresAt), url }) }
}
