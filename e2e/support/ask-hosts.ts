import { once } from 'node:events'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Caddy } from './caddy.ts'

/** Caddy's response to a name without certificate. */
export const NO_CERTIFICATE = /tlsv1 alert internal error/

interface Told {
  status: number
  location: string | undefined
  text: string
}

async function read(response: IncomingMessage): Promise<Told> {
  const { statusCode = 0, headers } = response
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += String(part)
  return { status: statusCode, location: headers.location, text }
}

/** Requests a name through Caddy over HTTPS. Rejects if there is no certificate. */
export async function askSecurely(caddy: Caddy, name: string, path = '/'): Promise<Told> {
  const { httpsPort: port } = caddy
  const options = {
    host: '127.0.0.1',
    port,
    path,
    servername: name,
    ca: caddy.rootCertificate(),
    agent: false,
  }
  const request = secureRequest({ ...options, headers: { host: `${name}:${port}` } }).end()
  const [response] = await once(request, 'response')
  return read(response)
}

/** Requests a node directly, for a name without DNS. */
export async function askNode(port: number, name: string): Promise<Told> {
  const request = plainRequest({ host: '127.0.0.1', port, agent: false, headers: { host: name } }).end()
  const [response] = await once(request, 'response')
  return read(response)
}
