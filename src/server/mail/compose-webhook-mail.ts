import type * as z from 'zod/mini'
import { consoleUrls } from '#contracts/console-urls.ts'
import type { Addressed, Desk } from './compose-account-mail.ts'
import type { Letter } from './letter.ts'
import type { mailPayloads } from './mail-facts.ts'
import { findRecipient } from './recipient-rows.ts'

export async function composeWebhookFailed(
  { context, origin }: Desk,
  { accountId, url, isOver }: z.infer<typeof mailPayloads.webhook_failed>,
): Promise<Addressed> {
  const account = await findRecipient(context.db, accountId)
  const news = { host: new URL(url).host, url, consoleUrl: origin + consoleUrls.developers() }
  return account && { to: account.email, letter: isOver ? switchedOffLetter(news) : failedLetter(news) }
}

interface News {
  host: string
  url: string
  consoleUrl: string
}

const REASON = 'You get this e-mail because you own the promoter that this webhook belongs to.'

const switchedOffLetter = ({ host, url, consoleUrl }: News): Letter => ({
  subject: `Your webhook at ${host} was switched off`,
  preview: 'What could not be delivered is kept for a month.',
  heading: `We have stopped sending to ${host}`,
  parts: [
    {
      kind: 'words',
      text: 'Nothing has got through for three days, or the address has answered that it is gone. Put it right, switch the webhook on again, and replay what was missed.',
    },
    { kind: 'facts', rows: [['Address', url]] },
    { kind: 'action', label: 'Show my webhooks', url: consoleUrl },
  ],
  reason: REASON,
})

const failedLetter = ({ host, url, consoleUrl }: News): Letter => ({
  subject: `A message to ${host} could not be delivered`,
  preview: 'We tried for three days. You can send it again.',
  heading: `${host} did not take a message`,
  parts: [
    {
      kind: 'words',
      text: 'We tried to deliver an event for three days, and the address did not take it, although others get through. The log says what it answered; there you can send it again.',
    },
    { kind: 'facts', rows: [['Address', url]] },
    { kind: 'action', label: 'Show my webhooks', url: consoleUrl },
  ],
  reason: REASON,
})
