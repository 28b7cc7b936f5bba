import type * as z from 'zod/mini'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { createOperatorLink } from '#server/people/operators/create-operator-link.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'

/** Not sent when there is an operator by now. */
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
      preview: 'The link works once, for 24 hours.',
      heading: `Run ${siteName}`,
      parts: [
        {
          kind: 'words',
          text: 'This install has no operator yet. Until it has one, promoters can’t join. The link makes your account the operator; you need a passkey or an authenticator app.',
        },
        { kind: 'action', label: 'Become the operator', url: origin + operatorUrls.join(token) },
        { kind: 'words', text: 'The link works once, for 24 hours. Don’t forward it.' },
      ],
      reason: 'You’re receiving this email because your address is in this server’s settings.',
    },
  }
}
