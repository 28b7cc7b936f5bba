import { createHmac, randomBytes } from 'node:crypto'

const BEGINNING = 'whsec_'

export const newWebhookSecret = (): string => BEGINNING + randomBytes(32).toString('base64')

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com), with one signature per valid secret.
 * `at`: time of the attempt.
 */
export function signWebhookMessage(
  message: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const { id, body } = message
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(BEGINNING.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
