import type * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import {
  plainName,
  RESET_LINK_SECONDS,
  UNDO_EMAIL_LINK_SECONDS,
  VERIFY_LINK_SECONDS,
} from '#model/people/accounts.ts'
import { deviceOf } from '#model/platform/devices.ts'
import { holdAccount } from '#server/people/accounts/account-rows.ts'
import { passwordFingerprint } from '#server/people/passwords/password-hash.ts'
import type { Context } from '#server/context.ts'
import {
  addressChangedLetter,
  factorChangedLetter,
  knownAddressLetter,
  newAddressLetter,
  newSignInLetter,
  passwordChangedLetter,
  resetLetter,
  verifyLetter,
} from '#server/messages/letter-texts/account-letters.ts'
import type { Letter } from '#server/messages/letters/letter.ts'
import type { MailKind, mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import type { Filling } from '#server/messages/letter-texts/own-words.ts'
import {
  createLinkToken,
  findNewestUnverified,
  findOwner,
  findRecipient,
  findSignIn,
  type Recipient,
} from '#server/messages/letter-texts/recipient-rows.ts'

/** Context in which an email is composed, besides its payload. */
export interface Desk {
  context: Context
  origin: string
  siteName: string
}

/** An email with its recipient, and values for the promoter's custom text if allowed; undefined when there is no recipient. */
export type Addressed = { to: string; letter: Letter; filling?: Filling } | undefined

type Payload<Kind extends MailKind> = z.infer<(typeof mailPayloads)[Kind]>

/** Not sent when the account has since been verified, or another account has verified the address. */
export async function composeVerification(
  desk: Desk,
  { accountId }: Payload<'verify_email'>,
): Promise<Addressed> {
  const account = await findRecipient(desk.context.db, accountId)
  if (!account || account.isVerified) return undefined
  const owner = await findOwner(desk.context.db, account.email)
  return owner ? knownAddress(desk, owner) : verification(desk, account)
}

export async function composeResend(
  desk: Desk,
  { email }: Payload<'resend_verification'>,
): Promise<Addressed> {
  const { db } = desk.context
  if (await findOwner(db, email)) return undefined
  const account = await findNewestUnverified(db, email)
  return account && verification(desk, account)
}

export async function composeReset(desk: Desk, { email }: Payload<'reset_password'>): Promise<Addressed> {
  const { db } = desk.context
  const account = (await findOwner(db, email)) ?? (await findNewestUnverified(db, email))
  if (!account) return undefined
  const token = await makeLink(desk, { account, purpose: 'reset_password', email: account.email })
  const url = desk.origin + urls.resetPassword(token)
  return { to: account.email, letter: resetLetter({ firstName: nameFor(account), url }) }
}

/** Not sent to an address with an owner; its owner is notified instead, and the requester learns nothing. */
export async function composeAddressChange(
  desk: Desk,
  { accountId, email, mark }: Payload<'change_email'>,
): Promise<Addressed> {
  const { db } = desk.context
  const account = await findRecipient(db, accountId)
  const owner = await findOwner(db, email)
  if (!account || owner?.id === account.id) return undefined
  if (owner) return knownAddress(desk, owner)
  const token = await db.transaction().execute(async (trx) => {
    // A later password change invalidates the link; an earlier one prevents it.
    const held = await holdAccount(trx, accountId)
    if (!held || passwordFingerprint(held.passwordHash) !== mark) return undefined
    return createLinkToken(trx, linkOf(desk, { account, purpose: 'change_email', email }))
  })
  if (token === undefined) return undefined
  const url = desk.origin + urls.verifyEmail(token)
  const firstName = nameFor(account)
  return { to: email, letter: newAddressLetter({ firstName, email, url }) }
}

export async function composeAddressChanged(
  desk: Desk,
  { accountId, oldEmail, newEmail }: Payload<'email_changed'>,
): Promise<Addressed> {
  const account = await findRecipient(desk.context.db, accountId)
  if (!account) return undefined
  const firstName = nameFor(account)
  const token = await makeLink(desk, { account, purpose: 'undo_email', email: oldEmail })
  const undoUrl = desk.origin + urls.undoEmailChange(token)
  return { to: oldEmail, letter: addressChangedLetter({ firstName, oldEmail, newEmail, undoUrl }) }
}

export async function composeFactorChanged(
  desk: Desk,
  { accountId, change }: Payload<'factor_changed'>,
  happenedAt: Date,
): Promise<Addressed> {
  const account = await findVerified(desk, accountId)
  if (!account) return undefined
  const letter = factorChangedLetter({
    firstName: nameFor(account),
    change,
    when: formatDateTime(happenedAt),
    securityUrl: desk.origin + urls.accountSecurity(),
    resetUrl: desk.origin + urls.forgotPassword(),
  })
  return { to: account.email, letter }
}

export async function composePasswordChanged(
  desk: Desk,
  { accountId }: Payload<'password_changed'>,
  happenedAt: Date,
): Promise<Addressed> {
  const account = await findVerified(desk, accountId)
  if (!account) return undefined
  const firstName = nameFor(account)
  const resetUrl = desk.origin + urls.forgotPassword()
  return {
    to: account.email,
    letter: passwordChangedLetter({ firstName, when: formatDateTime(happenedAt), resetUrl }),
  }
}

export async function composeNewSignIn(
  desk: Desk,
  { accountId, sessionId }: Payload<'new_sign_in'>,
): Promise<Addressed> {
  const account = await findVerified(desk, accountId)
  const session = await findSignIn(desk.context.db, sessionId)
  if (!account || !session) return undefined
  const letter = newSignInLetter({
    firstName: nameFor(account),
    device: deviceOf(session.userAgent),
    when: formatDateTime(session.createdAt),
    securityUrl: desk.origin + urls.accountSecurity(),
    resetUrl: desk.origin + urls.forgotPassword(),
  })
  return { to: account.email, letter }
}

/** Returns the account only when verified: an unverified address may be a stranger's. */
async function findVerified(desk: Desk, accountId: string): Promise<Recipient | undefined> {
  const account = await findRecipient(desk.context.db, accountId)
  return account?.isVerified ? account : undefined
}

async function verification(desk: Desk, account: Recipient): Promise<Addressed> {
  const token = await makeLink(desk, { account, purpose: 'verify_email', email: account.email })
  const url = desk.origin + urls.verifyEmail(token)
  const firstName = nameFor(account)
  return { to: account.email, letter: verifyLetter({ firstName, siteName: desk.siteName, url }) }
}

/**
 * Name for the greeting; '' unless it is safe. Anyone can register with a stranger's address, or rename a stolen account; typed text must
 * not become a message to the owner.
 */
const nameFor = ({ firstName }: Recipient): string => plainName(firstName)

const knownAddress = ({ origin, siteName }: Desk, owner: Recipient): Addressed => ({
  to: owner.email,
  letter: knownAddressLetter({
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

const makeLink = (desk: Desk, link: Link): Promise<string> =>
  createLinkToken(desk.context.db, linkOf(desk, link))

const LINK_SECONDS = {
  verify_email: VERIFY_LINK_SECONDS,
  change_email: VERIFY_LINK_SECONDS,
  reset_password: RESET_LINK_SECONDS,
  undo_email: UNDO_EMAIL_LINK_SECONDS,
} as const

const linkOf = ({ context }: Desk, { account, purpose, email }: Link) => ({
  accountId: account.id,
  purpose,
  email,
  now: new Date(context.clock.now()),
  seconds: LINK_SECONDS[purpose],
})

/** `21 November 2026, 12:00 UTC`: accounts have no time zone. */
const formatDateTime = (at: Date): string =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`
