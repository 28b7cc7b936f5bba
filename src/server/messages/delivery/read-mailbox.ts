import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { findMailboxMail, listMailboxMails, type MailboxRow } from './mailbox-rows.ts'
import { hasMailbox } from './mailbox-access.ts'

interface Reader {
  context: Context
  isFromHere?: boolean
}

const mayRead = ({ context, isFromHere = false }: Reader): boolean => isFromHere && hasMailbox(context.config)

/**
 * Lists the emails in the development mailbox. Returns undefined when the caller must not learn that the mailbox
 * exists.
 */
export const readMailbox = async (reader: Reader): Promise<MailboxRow[] | undefined> =>
  mayRead(reader) ? listMailboxMails(reader.context.db) : undefined

export const readMailboxMail = async (
  reader: Reader,
  id: string | undefined,
): ReturnType<typeof findMailboxMail> =>
  mayRead(reader) && id && isUuid(id) ? findMailboxMail(reader.context.db, id) : undefined
