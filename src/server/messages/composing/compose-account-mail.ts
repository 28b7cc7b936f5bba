import type * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import {
  plainNameOrEmpty,
  RESET_LINK_SECONDS,
  UNDO_EMAIL_LINK_SECONDS,
  VERIFY_LINK_SECONDS,
} from '#model/people/accounts.ts'
import { describeDevice } from '#model/platform/devices.ts'
import { lockAccountShared } from '#server/people/accounts/account-rows.ts'
import { passwordFingerprint } from '#server/people/passwords/password-hash.ts'
import type { Context } from '#server/context.ts'
import {
  emailChangedMail,
  factorChangedMail,
  existingAccountMail,
  verifyNewEmailMail,
  newSignInMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from '#server/messages/email-templates/account-mails.ts'
import type { MailAttachment } from '#server/messages/delivery/mailer.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import type { MailKind, mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import type { Placeholders } from '#server/messages/email-templates/render-template.ts'
import {
  createLinkToken,
  findNewestUnverifiedRecipient,
  findVerifiedRecipient,
  findRecipient,
  findSessionOfSignIn,
  type Recipient,
} from '#server/messages/email-templates/recipient-rows.ts'

export interface MailContext {
  context: Context
  origin: string
  siteName: string
}

/**
 * An email with its recipient, and the values for the promoter's custom text if this kind of email can have one. Undefined
 * if the email must not be sent.
 */
export type AddressedMail =
  | {
      to: string
      mail: MailContent
      placeholders?: Placeholders
      /** `clean` removes web addresses of other hosts from texts that promoters have entered. */
      extras?: (clean: (text: string) => string) => MailExtras
    }
  | undefined

export interface MailExtras {
  attachments: readonly MailAttachment[]
  /** JSON-LD, escaped for a `<script>`. */
  structuredData: string | undefined
}

type Payload<Kind extends MailKind> = z.infer<(typeof mailPayloads)[Kind]>

/**
 * Composes the email with the link that verifies an address. Not sent if the account or another account has verified
 * the address since.
 */
export async function composeVerification(
  mailContext: MailContext,
  { accountId }: Payload<'verify_email'>,
): Promise<AddressedMail> {
  const account = await findRecipient(mailContext.context.db, accountId)
  if (!account || account.isVerified) return undefined
  const owner = await findVerifiedRecipient(mailContext.context.db, account.email)
  return owner ? knownAddress(mailContext, owner) : verification(mailContext, account)
}

export async function composeResend(
  mailContext: MailContext,
  { email }: Payload<'resend_verification'>,
): Promise<AddressedMail> {
  const { db } = mailContext.context
  if (await findVerifiedRecipient(db, email)) return undefined
  const account = await findNewestUnverifiedRecipient(db, email)
  return account && verification(mailContext, account)
}

export async function composeReset(
  mailContext: MailContext,
  { email }: Payload<'reset_password'>,
): Promise<AddressedMail> {
  const { db } = mailContext.context
  const account = (await findVerifiedRecipient(db, email)) ?? (await findNewestUnverifiedRecipient(db, email))
  if (!account) return undefined
  const token = await makeLink(mailContext, { account, purpose: 'reset_password', email: account.email })
  const url = mailContext.origin + urls.resetPassword(token)
  return { to: account.email, mail: resetPasswordMail({ firstName: nameFor(account), url }) }
}

/** If the address belongs to a verified account, emails its owner instead, and the requester isn't told. */
export async function composeEmailChange(
  mailContext: MailContext,
  { accountId, email, mark }: Payload<'change_email'>,
): Promise<AddressedMail> {
  const { db } = mailContext.context
  const account = await findRecipient(db, accountId)
  const owner = await findVerifiedRecipient(db, email)
  if (!account || owner?.id === account.id) return undefined
  if (owner) return knownAddress(mailContext, owner)
  const token = await db.transaction().execute(async (trx) => {
    // Sends no link if the password has changed since the request. A later change invalidates the link.
    const held = await lockAccountShared(trx, accountId)
    if (!held || passwordFingerprint(held.passwordHash) !== mark) return undefined
    return createLinkToken(trx, linkOf(mailContext, { account, purpose: 'change_email', email }))
  })
  if (token === undefined) return undefined
  const url = mailContext.origin + urls.verifyEmail(token)
  const firstName = nameFor(account)
  return { to: email, mail: verifyNewEmailMail({ firstName, email, url }) }
}

export async function composeEmailChanged(
  mailContext: MailContext,
  { accountId, oldEmail, newEmail }: Payload<'email_changed'>,
): Promise<AddressedMail> {
  const account = await findRecipient(mailContext.context.db, accountId)
  if (!account) return undefined
  const firstName = nameFor(account)
  const token = await makeLink(mailContext, { account, purpose: 'undo_email', email: oldEmail })
  const undoUrl = mailContext.origin + urls.undoEmailChange(token)
  return { to: oldEmail, mail: emailChangedMail({ firstName, oldEmail, newEmail, undoUrl }) }
}

export async function composeFactorChanged(
  mailContext: MailContext,
  { accountId, change }: Payload<'factor_changed'>,
  happenedAt: Date,
): Promise<AddressedMail> {
  const account = await findVerified(mailContext, accountId)
  if (!account) return undefined
  const mail = factorChangedMail({
    firstName: nameFor(account),
    change,
    when: formatDateTime(happenedAt),
    securityUrl: mailContext.origin + urls.accountSecurity(),
    resetUrl: mailContext.origin + urls.forgotPassword(),
  })
  return { to: account.email, mail: mail }
}

export async function composePasswordChanged(
  mailContext: MailContext,
  { accountId }: Payload<'password_changed'>,
  happenedAt: Date,
): Promise<AddressedMail> {
  const account = await findVerified(mailContext, accountId)
  if (!account) return undefined
  const firstName = nameFor(account)
  const resetUrl = mailContext.origin + urls.forgotPassword()
  return {
    to: account.email,
    mail: passwordChangedMail({ firstName, when: formatDateTime(happenedAt), resetUrl }),
  }
}

export async function composeNewSignIn(
  mailContext: MailContext,
  { accountId, sessionId }: Payload<'new_sign_in'>,
): Promise<AddressedMail> {
  const account = await findVerified(mailContext, accountId)
  const session = await findSessionOfSignIn(mailContext.context.db, sessionId)
  if (!account || !session) return undefined
  const mail = newSignInMail({
    firstName: nameFor(account),
    device: describeDevice(session.userAgent),
    when: formatDateTime(session.createdAt),
    securityUrl: mailContext.origin + urls.accountSecurity(),
    resetUrl: mailContext.origin + urls.forgotPassword(),
  })
  return { to: account.email, mail: mail }
}

/** Returns the account if its email address is verified. An unverified address may belong to someone else. */
async function findVerified(mailContext: MailContext, accountId: string): Promise<Recipient | undefined> {
  const account = await findRecipient(mailContext.context.db, accountId)
  return account?.isVerified ? account : undefined
}

async function verification(mailContext: MailContext, account: Recipient): Promise<AddressedMail> {
  const token = await makeLink(mailContext, { account, purpose: 'verify_email', email: account.email })
  const url = mailContext.origin + urls.verifyEmail(token)
  const firstName = nameFor(account)
  return { to: account.email, mail: verifyEmailMail({ firstName, siteName: mailContext.siteName, url }) }
}

/**
 * Returns the name if it is a plain name, otherwise ''. Anyone can register with another person's address, and must not be
 * able to send a message to its owner in the name.
 */
const nameFor = ({ firstName }: Recipient): string => plainNameOrEmpty(firstName)

const knownAddress = ({ origin, siteName }: MailContext, owner: Recipient): AddressedMail => ({
  to: owner.email,
  mail: existingAccountMail({
    firstName: nameFor(owner),
    siteName,
    loginUrl: origin + urls.login(),
    resetUrl: origin + urls.forgotPassword(),
  }),
})

interface Link {
  account: Recipient
  purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email'
  email: string
}

const makeLink = (mailContext: MailContext, link: Link): Promise<string> =>
  createLinkToken(mailContext.context.db, linkOf(mailContext, link))

const LINK_SECONDS = {
  verify_email: VERIFY_LINK_SECONDS,
  change_email: VERIFY_LINK_SECONDS,
  reset_password: RESET_LINK_SECONDS,
  undo_email: UNDO_EMAIL_LINK_SECONDS,
} as const

const linkOf = ({ context }: MailContext, { account, purpose, email }: Link) => ({
  accountId: account.id,
  purpose,
  email,
  now: new Date(context.clock.now()),
  seconds: LINK_SECONDS[purpose],
})

/** Formats a time as `21 November 2026, 12:00 UTC`, because accounts have no time zone. */
export const formatDateTime = (at: Date): string =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`
