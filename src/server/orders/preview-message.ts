import type { previewMessage as contract } from '#contracts/console/messages.ts'
import { succeed } from '#model/result.ts'
import { letterHtml } from '../mail/letter-html.ts'
import { findPromoterSender } from '../mail/mail-rows.ts'
import { messageLetter } from '../mail/message-letter.ts'
import type { PromoterCall, UseCase } from '../use-case.ts'
import { readAudience } from './read-audience.ts'

/** The letter in the promoter's look, and how many people would get it. */
export const previewMessage: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, body, client } = call
  const { subject, body: text, audience } = body
  const [addresses, found] = await Promise.all([
    readAudience(context, { promoterId, audience }),
    findPromoterSender(context.db, promoterId),
  ])
  const { settings } = context.sites.resolve(context.config.MAIN_HOSTS[0] ?? 'localhost')
  const sender = found ?? { ...settings, senderName: settings.siteName, replyTo: '' }
  const logoUrl = sender.logoUrl.startsWith('/') ? client.origin + sender.logoUrl : sender.logoUrl
  const letter = messageLetter({ subject, body: text, siteName: sender.siteName })
  return succeed({ subject, html: letterHtml(letter, { ...sender, logoUrl }), recipients: addresses.length })
}
