import { markdownToText } from '#server/messages/mail-content/markdown-text.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

export const promoterMessageMail = (message: {
  subject: string
  body: string
  siteName: string
}): MailContent => ({
  subject: message.subject,
  preview: markdownToText(message.body).slice(0, 120),
  heading: message.subject,
  parts: [{ kind: 'markdown', text: message.body }],
  reason: `You’re receiving this email because you have a ticket from ${message.siteName}. It’s about your purchase, not a newsletter.`,
})
