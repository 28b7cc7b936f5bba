import type * as z from 'zod/mini'
import { isEmailTemplateKey } from '#model/messages/email-templates.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { removeForeignLinksOf } from '#server/messages/mail-content/foreign-links.ts'
import { renderTemplate } from '#server/messages/email-templates/render-template.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'
import { sampleMail } from './sample-mail.ts'

/** Composes a test email. Not sent to an unverified address, which may belong to someone else. */
export async function composeTestMail(
  mailContext: MailContext,
  { accountId, key, ...words }: z.infer<typeof mailPayloads.letter_test>,
  promoterId: string | null,
): Promise<AddressedMail> {
  const account = await findRecipient(mailContext.context.db, accountId)
  if (!account?.isVerified || promoterId === null || !isEmailTemplateKey(key)) return undefined
  const { mail, placeholders } = await sampleMail(mailContext, promoterId, key)
  const { body } = await removeForeignLinksOf(mailContext.context, { promoterId, body: words.body })
  const worded = renderTemplate(mail, { ...words, body }, placeholders)
  const reason = 'You’re receiving this email because you sent yourself a test. It contains sample data.'
  return { to: account.email, mail: { ...worded, subject: `Test: ${worded.subject}`, reason } }
}
