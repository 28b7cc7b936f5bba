import { connect, constants, type ClientHttp2Session } from 'node:http2'
import type { AppleCredentials } from './apple-credentials.ts'

/**
 * Result of a push that tells a device to ask for changed passes. `gone`: the token isn't valid any more. `failed`: try
 * again later.
 */
export type PushResult = 'sent' | 'gone' | { failed: string }

export interface ApplePushes {
  /** Sends all pushes over one connection and closes it. Results are in the order of the tokens. */
  send: (pushTokens: readonly string[]) => Promise<PushResult[]>
}

const PATIENCE_MS = 10_000

export function createApplePushes(
  { passType, certificate, key }: Pick<AppleCredentials, 'passType' | 'certificate' | 'key'>,
  url: string,
): ApplePushes {
  return {
    send: async (pushTokens) => {
      const session = connect(url, { cert: certificate, key })
      // The session's requests fail with the same error.
      session.on('error', () => undefined)
      try {
        return await Promise.all(pushTokens.map((token) => push(session, { token, passType })))
      } finally {
        session.close()
      }
    },
  }
}

function push(session: ClientHttp2Session, to: { token: string; passType: string }): Promise<PushResult> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ failed: error.message })
    if (session.destroyed) return resolve({ failed: 'The connection to the push service was closed.' })
    const request = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(to.token)}`,
      'apns-topic': to.passType,
    })
    let status = 0
    let body = ''
    request.setEncoding('utf8').setTimeout(PATIENCE_MS, () => {
      request.close(constants.NGHTTP2_CANCEL)
      fail(new Error('The push service did not answer.'))
    })
    request
      .on('response', (headers) => {
        status = headers[':status'] ?? 0
      })
      .on('data', (chunk: string) => {
        if (body.length < 1000) body += chunk
      })
      .on('error', fail)
      .on('close', () => resolve({ failed: 'The push service closed the request.' }))
      .on('end', () => resolve(resultOf(status, body)))
      .end('{}')
  })
}

function resultOf(status: number, body: string): PushResult {
  if (status === 200) return 'sent'
  const isUnknown = status === 410 || (status === 400 && body.includes('BadDeviceToken'))
  return isUnknown ? 'gone' : { failed: `${status} ${body}`.trim().slice(0, 200) }
}
