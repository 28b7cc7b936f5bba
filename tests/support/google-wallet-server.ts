import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'

export interface GoogleCall {
  method: string
  path: string
  body: { id: string } & Record<string, unknown>
}

/** Stands in for Google's token endpoint and Wallet API, with a service account of its own. */
export interface GoogleWalletServer {
  url: string
  keyFile: string
  publicKey: KeyObject
  calls: GoogleCall[]
  /** Classes and objects by id, as created and patched. */
  stored: Map<string, Record<string, unknown>>
  /** While true, answers 503. */
  isDown: boolean
  tokens: number
  close: () => Promise<void>
}

export const GOOGLE_ACCOUNT = 'tickets@example.iam.gserviceaccount.com'

export async function openGoogleWalletServer(): Promise<GoogleWalletServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const folder = mkdtempSync(join(tmpdir(), 'foyer-google-'))
  const server = createServer((request, response) => {
    const send = ({ status, body = {} }: Answer): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    answer(opened, request).then(send, () => send({ status: 500 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const opened: GoogleWalletServer = {
    url: `http://127.0.0.1:${port}`,
    keyFile: join(folder, 'key.json'),
    publicKey,
    calls: [],
    stored: new Map(),
    isDown: false,
    tokens: 0,
    close: async () => {
      rmSync(folder, { recursive: true })
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  const key = {
    type: 'service_account',
    client_email: GOOGLE_ACCOUNT,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${opened.url}/token`,
  }
  writeFileSync(opened.keyFile, JSON.stringify(key))
  return opened
}

interface Answer {
  status: number
  body?: unknown
}

async function answer(google: GoogleWalletServer, request: IncomingMessage): Promise<Answer> {
  if (google.isDown) return { status: 503 }
  if (request.url === '/token') return answerToken(google, await text(request))
  if (request.headers.authorization !== `Bearer token-${google.tokens}`) return { status: 401 }
  // The API's documents are objects with an id.
  const body = (await json(request)) as GoogleCall['body']
  const { method = '', url = '' } = request
  return store(google, { method, path: url.replace('/walletobjects/v1/', ''), body })
}

/** Tests have clocks of their own; expiry isn't what is verified. */
const TEST_TIME = new Date('2026-11-21T12:00:00Z')

async function answerToken(google: GoogleWalletServer, form: string): Promise<Answer> {
  const assertion = new URLSearchParams(form).get('assertion') ?? ''
  const options = {
    algorithms: ['RS256'],
    issuer: GOOGLE_ACCOUNT,
    audience: `${google.url}/token`,
    currentDate: TEST_TIME,
  }
  const { payload } = await jwtVerify(assertion, google.publicKey, options)
  if (payload['scope'] !== 'https://www.googleapis.com/auth/wallet_object.issuer') return { status: 401 }
  google.tokens += 1
  return { status: 200, body: { access_token: `token-${google.tokens}`, expires_in: 3600 } }
}

function store(google: GoogleWalletServer, call: GoogleCall): Answer {
  google.calls.push(call)
  const { method, path, body } = call
  const known = google.stored.get(body.id)
  if (method === 'POST' && known) return { status: 409 }
  if (method === 'PATCH' && path.split('/')[1] !== body.id) return { status: 404 }
  google.stored.set(body.id, { ...known, ...body })
  return { status: 200, body }
}
