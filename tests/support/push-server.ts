import { createServer, type ServerHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  token: string
  topic: string | undefined
  body: string
}

/** Stands in for Apple's push service, over HTTP/2 without TLS. */
export interface PushServer {
  url: string
  pushes: ReceivedPush[]
  /** Status and reason that the next pushes to a token get; 200 without. */
  answers: Map<string, { status: number; reason: string }>
  close: () => Promise<void>
}

export async function openPushServer(): Promise<PushServer> {
  const pushes: ReceivedPush[] = []
  const answers: PushServer['answers'] = new Map()
  const server = createServer()
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const token = String(headers[':path']).replace('/3/device/', '')
    let body = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      body += chunk
    })
    stream.on('end', () => {
      const topic = headers['apns-topic']
      pushes.push({ token, topic: typeof topic === 'string' ? topic : undefined, body })
      const { status, reason } = answers.get(token) ?? { status: 200, reason: '' }
      stream.respond({ ':status': status })
      stream.end(reason && JSON.stringify({ reason }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    pushes,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
