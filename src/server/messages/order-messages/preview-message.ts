import type { previewMessage as contract } from '#contracts/console/orders/messages.ts'
import { succeed } from '#model/platform/result.ts'
import { removeForeignLinksOf } from '#server/messages/mail-content/foreign-links.ts'
import { promoterMessageMail } from '#server/messages/email-templates/message-mail.ts'
import { findPromoterSender } from '#server/platform/outbox/mail-rows.ts'
import { markdownToHtml } from '#server/messages/mail-content/markdown-html.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { readAudience } from './read-audience.ts'

export const previewMessage: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const { subject, body: text, audience } = body
  const [audienceNow, sender, linked] = await Promise.all([
    readAudience(context, { promoterId, audience }),
    findPromoterSender(context.db, promoterId),
    removeForeignLinksOf(context, { promoterId, body: text }),
  ])
  const siteName = sender?.siteName ?? ''
  const { reason } = promoterMessageMail({ subject, body: text, siteName })
  return succeed({
    subject,
    html: markdownToHtml(linked.body),
    removedLinks: [...linked.removed],
    from: sender?.senderName ?? siteName,
    reason,
    recipients: audienceNow.addresses.length,
    unsubscribed: audienceNow.unsubscribed,
  })
}
