import type { Addressed, Desk } from './compose-account-mail.ts'
import { withOwnLinks } from '#server/messages/letters/foreign-links.ts'
import { hasStopped } from '#server/messages/delivery/unwanted-rows.ts'
import { messageLetter } from '#server/messages/letter-texts/message-letter.ts'
import { findMessage } from '#server/messages/order-messages/message-rows.ts'

/** Composes a promoter's message to one recipient. */
export async function composeMessage(
  { context, siteName }: Desk,
  { messageId, email }: { messageId: string; email: string },
  promoterId: string | null,
): Promise<Addressed> {
  const message = await findMessage(context.db, messageId)
  if (!message || promoterId === null) return undefined
  if (await hasStopped(context.db, { promoterId, address: email })) return undefined
  const { body } = await withOwnLinks(context, { promoterId, body: message.body })
  return { to: email, letter: messageLetter({ ...message, body, siteName }) }
}
