import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import { removeForeignLinksOf } from '#server/messages/mail-content/foreign-links.ts'
import { isUnsubscribed } from '#server/messages/delivery/unsubscription-rows.ts'
import { promoterMessageMail } from '#server/messages/email-templates/message-mail.ts'
import { findMessage } from '#server/messages/order-messages/message-rows.ts'

export async function composeMessage(
  { context, siteName }: MailContext,
  { messageId, email }: { messageId: string; email: string },
  promoterId: string | null,
): Promise<AddressedMail> {
  const message = await findMessage(context.db, messageId)
  if (!message || promoterId === null) return undefined
  if (await isUnsubscribed(context.db, { promoterId, address: email })) return undefined
  const { body } = await removeForeignLinksOf(context, { promoterId, body: message.body })
  return { to: email, mail: promoterMessageMail({ ...message, body, siteName }) }
}
