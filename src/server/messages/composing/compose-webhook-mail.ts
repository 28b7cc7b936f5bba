import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { AddressedMail, MailContext } from './compose-account-mail.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import type { mailPayloads } from '#server/platform/outbox/mail-facts.ts'
import { findRecipient } from '#server/messages/email-templates/recipient-rows.ts'

export async function composeWebhookFailed(
  { context, origin }: MailContext,
  { accountId, url, isOver }: z.infer<typeof mailPayloads.webhook_failed>,
): Promise<AddressedMail> {
  const account = await findRecipient(context.db, accountId)
  const data = { host: new URL(url).host, url, consoleUrl: origin + consoleUrls.developers() }
  return account && { to: account.email, mail: isOver ? webhookDisabledMail(data) : deliveryFailedMail(data) }
}

interface WebhookMailData {
  host: string
  url: string
  consoleUrl: string
}

const REASON = 'You’re receiving this email because you own the promoter that this webhook belongs to.'

const webhookDisabledMail = ({ host, url, consoleUrl }: WebhookMailData): MailContent => ({
  subject: `Your webhook at ${host} was disabled`,
  preview: 'Undelivered events are kept for a month.',
  heading: `We have stopped sending to ${host}`,
  parts: [
    {
      kind: 'words',
      text: 'Deliveries have failed for three days, or the endpoint returned 410 Gone. Fix the endpoint, enable the webhook again, and replay the missed events.',
    },
    { kind: 'facts', rows: [['URL', url]] },
    { kind: 'action', label: 'View webhooks', url: consoleUrl },
  ],
  reason: REASON,
})

const deliveryFailedMail = ({ host, url, consoleUrl }: WebhookMailData): MailContent => ({
  subject: `An event couldn’t be delivered to ${host}`,
  preview: 'We tried for three days. You can resend it.',
  heading: `An event couldn’t be delivered to ${host}`,
  parts: [
    {
      kind: 'words',
      text: 'We tried to deliver an event for three days, but the endpoint rejected it, although it accepts other events. The delivery log shows its responses, and you can resend the event there.',
    },
    { kind: 'facts', rows: [['URL', url]] },
    { kind: 'action', label: 'View webhooks', url: consoleUrl },
  ],
  reason: REASON,
})
