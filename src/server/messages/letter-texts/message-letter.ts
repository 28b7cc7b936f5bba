import type { Letter } from '#server/messages/letters/letter.ts'

/** A promoter's message, with the reason why it is sent. `body` is Markdown. */
export const messageLetter = (message: { subject: string; body: string; siteName: string }): Letter => ({
  subject: message.subject,
  preview: message.body.replaceAll(/[#*_>`[\]]/g, '').slice(0, 120),
  heading: message.subject,
  parts: [{ kind: 'markdown', text: message.body }],
  reason: `You’re receiving this email because you have a ticket from ${message.siteName}. It’s about your purchase, not a newsletter.`,
})
