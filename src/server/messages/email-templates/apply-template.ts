import type { Context } from '#server/context.ts'
import type { AddressedMail } from '#server/messages/composing/compose-account-mail.ts'
import { withoutForeignAddresses, removeForeignLinksOf } from '#server/messages/mail-content/foreign-links.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import { withoutForeignAddressesIn } from '#server/messages/mail-content/mail-addresses.ts'
import { ORDER_MAIL_KINDS } from '#server/platform/outbox/mail-facts.ts'
import { renderTemplate } from './render-template.ts'
import { findTemplate } from './template-rows.ts'
import { listLinkHosts } from '#server/platform/outbox/trust-rows.ts'

interface About {
  id?: string
  kind: string
  promoterId: string | null
}

/**
 * Applies the promoter's custom text. Removes links to other hosts and their addresses, unless an operator trusts the
 * promoter.
 */
export async function applyTemplate(
  context: Context,
  about: About,
  composed: Exclude<AddressedMail, undefined>,
): Promise<MailContent> {
  const { promoterId, kind } = about
  if (promoterId === null) return composed.mail
  const mail = await withTemplate(context, { ...about, promoterId }, composed)
  if (!ORDER_MAIL_KINDS.has(kind)) return mail
  const hosts = await linkHosts(context, promoterId)
  return hosts ? withoutForeignAddressesIn(mail, hosts) : mail
}

/** Returns a function that removes other hosts' addresses from a text of an order's email, like `applyTemplate`. */
export async function foreignAddressFilter(
  context: Context,
  { promoterId }: About,
): Promise<(text: string) => string> {
  const hosts = promoterId === null ? undefined : await linkHosts(context, promoterId)
  return (text) => (hosts ? withoutForeignAddresses(text, hosts) : text)
}

/** Returns the hosts that a promoter's emails may link to; undefined if they may link to all. */
async function linkHosts(context: Context, promoterId: string): Promise<Set<string> | undefined> {
  const hosts = await listLinkHosts(context.db, promoterId)
  return hosts && new Set([...hosts, ...context.config.MAIN_HOSTS])
}

/** Falls back to the default text if the custom text has become invalid, so that buyers still get their tickets. */
async function withTemplate(
  { db, log }: Context,
  { id, kind, promoterId }: About & { promoterId: string },
  { mail, placeholders }: Exclude<AddressedMail, undefined>,
): Promise<MailContent> {
  if (!placeholders) return mail
  const { text: words } = await findTemplate(db, promoterId, kind)
  if (!words) return mail
  try {
    const { body } = await removeForeignLinksOf({ db }, { promoterId, body: words.body })
    return renderTemplate(mail, { ...words, body }, placeholders)
  } catch (error) {
    log.error(
      { err: error, mailId: id, kind, promoterId },
      'A mail template of a promoter could not be rendered',
    )
    return mail
  }
}
