import type * as z from 'zod/mini'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { createOperatorLink } from '#server/people/operators/create-operator-link.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { mailUrls } from '#contracts/platform/mail-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { FACTOR_REMOVAL_DELAY_MS } from '#model/people/account-actions.ts'
import { plainNameOrEmpty } from '#model/people/accounts.ts'
import { listFactorRemovals } from '#server/people/factor-removals/factor-removal-rows.ts'
import {
  accountDeletedMail,
  accountActionMail,
  factorRemovalMail,
} from '#server/messages/email-templates/account-action-mails.ts'
import { createLinkToken, findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import { formatDateTime, type AddressedMail, type MailContext } from './compose-account-mail.ts'

/** Composes the email with the link that adds its reader as the first operator. Not sent if there is an operator. */
export async function composeOperatorLink(
  { context, origin, siteName }: MailContext,
  { email }: z.infer<typeof mailPayloads.operator_link>,
): Promise<AddressedMail> {
  const token = await createOperatorLink(context)
  if (token === undefined) return undefined
  return {
    to: email,
    mail: {
      subject: `Become the operator of ${siteName}`,
      preview: 'The link works once and expires in 24 hours.',
      heading: `Run ${siteName}`,
      parts: [
        {
          kind: 'words',
          text: 'This install has no operator yet. Until it has one, promoters can’t join. The link makes your account an operator. You’ll need a passkey or an authenticator app.',
        },
        { kind: 'action', label: 'Become the operator', url: origin + operatorUrls.join(token) },
        { kind: 'words', text: 'The link works once and expires in 24 hours. Don’t forward it.' },
      ],
      reason: 'You’re receiving this email because your address is in this server’s settings.',
    },
  }
}

/** The link is valid a day longer than the delay, because the job that removes the factor may run late. */
const KEEP_LINK_SECONDS = FACTOR_REMOVAL_DELAY_MS / 1000 + 86_400

/**
 * Composes the email about an action on the account. Not sent to an unverified address, which may belong to someone
 * else.
 */
export async function composeAccountActionMail(
  { context, origin, siteName }: MailContext,
  { accountId, action }: z.infer<typeof mailPayloads.account_care>,
  happenedAt: Date,
): Promise<AddressedMail> {
  const account = await findRecipient(context.db, accountId)
  if (!account?.isVerified) return undefined
  const mail = accountActionMail({
    firstName: plainNameOrEmpty(account.firstName),
    siteName,
    action,
    when: formatDateTime(happenedAt),
    loginUrl: origin + urls.login(),
    resetUrl: origin + urls.forgotPassword(),
  })
  return { to: account.email, mail }
}

export async function composeFactorRemoval(
  { context, origin, siteName }: MailContext,
  { accountId, removalId }: z.infer<typeof mailPayloads.factor_removal>,
): Promise<AddressedMail> {
  const { db, clock } = context
  const account = await findRecipient(db, accountId)
  const removal = (await listFactorRemovals(db, accountId)).find(({ id }) => id === removalId)
  if (!account?.isVerified || !removal) return undefined
  const token = await createLinkToken(db, {
    accountId,
    purpose: 'keep_factors',
    email: account.email,
    now: new Date(clock.now()),
    seconds: KEEP_LINK_SECONDS,
  })
  const mail = factorRemovalMail({
    firstName: plainNameOrEmpty(account.firstName),
    siteName,
    factor: removal.factor,
    keepUrl: origin + mailUrls.keepSecondFactors(token),
    resetUrl: origin + urls.forgotPassword(),
  })
  return { to: account.email, mail }
}

export const composeAccountDeleted = async (
  { siteName }: MailContext,
  { email }: z.infer<typeof mailPayloads.account_deleted>,
): Promise<AddressedMail> => ({ to: email, mail: accountDeletedMail(siteName) })
