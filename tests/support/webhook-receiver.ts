import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface Received {
  headers: IncomingHttpHeaders
  text: string
  body: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** Sets the response: a status, or none. */
  answerWith: (status: number | 'silence', more?: { headers?: Record<string, string>; body?: string }) => void
  close: () => Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let answer: { status: number | 'silence'; headers?: Record<string, string>; body?: string } = {
    status: 200,
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) })
      if (answer.status === 'silence') return
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body ?? 'thanks')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/foyer`,
    received,
    answerWith: (status, more = {}) => {
      answer = { status, ...more }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies the signature as the Standard Webhooks specification requires. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}
