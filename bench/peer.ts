import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** Response of the baseline server: from memory, or the rows of statements sent on one pipelined connection. */
export type Peer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; bodyBase64: string }
  | { kind: 'statements'; connection: pg.ClientConfig; statements: { text: string; values: unknown[] }[] }

/** Baseline server: plain node:http. The environment variable PEER contains its response. */
const peer: Peer = JSON.parse(process.env['PEER'] ?? '')
const server = createServer({ keepAliveTimeout: 65_000 }, await createListener(peer))
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
process.on('disconnect', () => process.exit(0))

async function createListener(what: Peer): Promise<RequestListener> {
  return what.kind === 'answer' ? answerFromMemory(what) : await answerFromDatabase(what)
}

function answerFromMemory(answer: Peer & { kind: 'answer' }): RequestListener {
  const body = Buffer.from(answer.bodyBase64, 'base64')
  const headers = {
    ...answer.headers,
    ...(answer.status === 304 ? {} : { 'Content-Length': body.byteLength }),
  }
  return (_request, response) => {
    response.writeHead(answer.status, headers).end(answer.status === 304 ? undefined : body)
  }
}

async function answerFromDatabase(what: Peer & { kind: 'statements' }): Promise<RequestListener> {
  const client = new pg.Client({ ...what.connection, pipeline: true })
  await client.connect()
  return (_request, response) => {
    const asked = what.statements.map((statement, index) => client.query({ name: `s${index}`, ...statement }))
    Promise.all(asked).then(
      (results) => {
        const body = JSON.stringify({ success: true, data: results.map((result) => result.rows) })
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
          .end(body)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }
}
