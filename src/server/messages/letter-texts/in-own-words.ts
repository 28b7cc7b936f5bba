import type { Context } from '#server/context.ts'
import type { Addressed } from '#server/messages/composing/compose-account-mail.ts'
import { withOwnLinks } from '#server/messages/letters/foreign-links.ts'
import type { Letter } from '#server/messages/letters/letter.ts'
import { withoutForeignAddressesIn } from '#server/messages/letters/letter-addresses.ts'
import { ORDER_MAIL_KINDS } from '#server/platform/outbox/mail-facts.ts'
import { letterInWords } from './own-words.ts'
import { findTemplate } from './template-rows.ts'
import { listLinkHosts } from '#server/platform/outbox/trust-rows.ts'

interface About {
  id?: string
  kind: string
  promoterId: string | null
}

/** Applies the promoter's custom text and removes foreign addresses, unless an operator trusts the promoter. */
export async function inOwnWords(
  context: Context,
  about: About,
  composed: Exclude<Addressed, undefined>,
): Promise<Letter> {
  const { promoterId, kind } = about
  if (promoterId === null) return composed.letter
  const letter = await worded(context, { ...about, promoterId }, composed)
  if (!ORDER_MAIL_KINDS.has(kind)) return letter
  const hosts = await listLinkHosts(context.db, promoterId)
  return hosts ? withoutForeignAddressesIn(letter, new Set([...hosts, ...context.config.MAIN_HOSTS])) : letter
}

/** Falls back to the default text when the custom text is not usable any more, so that buyers get their tickets. */
async function worded(
  { db, log }: Context,
  { id, kind, promoterId }: About & { promoterId: string },
  { letter, filling }: Exclude<Addressed, undefined>,
): Promise<Letter> {
  if (!filling) return letter
  const { words } = await findTemplate(db, promoterId, kind)
  if (!words) return letter
  try {
    const { body } = await withOwnLinks({ db }, { promoterId, body: words.body })
    return letterInWords(letter, { ...words, body }, filling)
  } catch (error) {
    log.error(
      { err: error, mailId: id, kind, promoterId },
      'A mail template of a promoter could not be rendered',
    )
    return letter
  }
}
