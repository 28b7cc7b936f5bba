import type { Addressed, Desk } from './compose-account-mail.ts'
import { messageLetter } from './message-letter.ts'
import { findMessage } from '../orders/message-rows.ts'

/** The promoter's own words, to one of those whom it wrote to. */
export async function composeMessage(
  { context, siteName }: Desk,
  { messageId, email }: { messageId: string; email: string },
): Promise<Addressed> {
  const message = await findMessage(context.db, messageId)
  return message && { to: email, letter: messageLetter({ ...message, siteName }) }
}
