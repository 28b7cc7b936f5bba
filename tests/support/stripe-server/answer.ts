import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { Fault, FaultQueue } from './faults.ts'
import { readForm, text } from './form.ts'
import type { MirroredRequest } from './stripe-mock.ts'
import type { StripeAccount } from './account-routes.ts'
import type { Answer, createIdempotency } from './idempotency.ts'
import { STRIPE_KEYS } from './keys.ts'
import { answerPage } from './pages.ts'
import { Refused, toRefused } from './refused.ts'
import { findRoute, type ApiRequest, type Routes } from './routing.ts'

export interface Api {
  routes: Routes
  account: StripeAccount
  /** Gets a copy of each request with the secret key. */
  mirror: ((request: MirroredRequest) => void) | undefined
  faults: FaultQueue
  requests: string[]
  idempotency: ReturnType<typeof createIdempotency>
  engine: SandboxEngine
  /** Return URLs of challenges by payment. */
  returnUrls: Map<string, string>
}

/** CORS headers for stripe.js. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
}

/** Handles API requests and pages. */
export async function answer(parts: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
  const method = request.method ?? 'GET'
  if (method === 'OPTIONS') {
    response.writeHead(204, CORS).end()
    return
  }
  if (pathname === '/files/apple-pay/apple-developer-merchantid-domain-association') {
    const { appleFile } = parts.account
    response.writeHead(appleFile === undefined ? 500 : 200, { 'content-type': 'text/plain' }).end(appleFile)
    return
  }
  const rawBody = await readBody(request)
  const isApi = /^\/v[12]\//.test(pathname)
  const call = { request, rawBody, line: `${method} ${pathname}`, search: searchParams.toString() }
  return isApi ? answerApi(parts, call, response) : showPage(parts, call, response)
}

/** A page such as '/3ds/pi_1'. */
async function showPage(
  parts: Api,
  { line, search, rawBody }: Call,
  response: ServerResponse,
): Promise<void> {
  const [method = '', kind = '', id = ''] = line.split(/[ /]+/)
  const page = await answerPage(parts, { method, kind, id, query: new URLSearchParams(search), rawBody })
  if (page && 'location' in page) response.writeHead(303, { ...CORS, location: page.location }).end()
  else response.writeHead(page ? 200 : 404, { ...CORS, 'content-type': 'text/html' }).end(page?.html)
}

interface Call {
  request: IncomingMessage
  rawBody: string
  /** 'POST /v1/refunds'. */
  line: string
  search: string
}

const BEFORE: ReadonlySet<Fault> = new Set(['silence', 'reset', 'error', 'rate_limit'])

async function answerApi(parts: Api, call: Call, response: ServerResponse): Promise<void> {
  parts.requests.push(call.line)
  copy(parts, call)
  const fault = parts.faults.take(call.line)
  if (fault && BEFORE.has(fault)) return fail(fault, response)
  const { status, body, isReplayed } = await run(parts, call)
  if (fault) return fail(fault, response)
  const id = `req_${randomBytes(8).toString('hex')}`
  response
    .writeHead(status, {
      ...CORS,
      'content-type': 'application/json',
      'request-id': id,
      ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    })
    .end(JSON.stringify(body, undefined, 2))
}

/** Requests of browsers and of API version 2 are not copied. */
function copy({ mirror }: Api, { request, rawBody }: Call): void {
  const { method = 'GET', url = '', headers } = request
  const authorization = headers.authorization ?? ''
  if (!mirror || !url.startsWith('/v1/') || authorization !== `Bearer ${STRIPE_KEYS.secretKey}`) return
  const kept = ['content-type', 'idempotency-key', 'stripe-version', 'stripe-account'].flatMap(
    (name): [string, string][] => {
      const value = header(request, name)
      return value === undefined ? [] : [[name, value]]
    },
  )
  mirror({ method, url, headers: { authorization, ...Object.fromEntries(kept) }, body: rawBody })
}

function fail(fault: Fault, response: ServerResponse): void {
  if (fault === 'silence' || fault === 'unanswered') return
  if (fault === 'reset' || fault === 'lost') {
    response.destroy()
    return
  }
  const status = fault === 'rate_limit' ? 429 : 500
  const error =
    fault === 'rate_limit'
      ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }
      : { type: 'api_error', message: 'An error occurred on our side.' }
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

async function run(parts: Api, call: Call): Promise<Answer> {
  try {
    const found = findRoute(parts.routes, call.line)
    if (!found)
      throw new Refused(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${call.line}).`,
      })
    const { handler, params } = found
    const request = readRequest(call, params)
    const same = `${call.line}?${call.search} ${request.account ?? ''} ${call.rawBody}`
    return await parts.idempotency.once(request.key, same, async () => settled(() => handler(request)))
  } catch (error) {
    return toAnswer(error)
  }
}

/** Failures during the execution are stored under the key: declined cards, and balances that are too low. */
async function settled(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await work() }
  } catch (error) {
    const refused = toRefused(error)
    if (refused?.status === 402 || refused?.error.code === 'balance_insufficient')
      return { status: refused.status, body: { error: refused.error } }
    throw error
  }
}

function toAnswer(error: unknown): Answer {
  const refused = toRefused(error)
  if (!refused) throw error
  return { status: refused.status, body: { error: refused.error } }
}

function readRequest({ request, rawBody, search }: Call, params: Record<string, string>): ApiRequest {
  const isJson = (request.headers['content-type'] ?? '').includes('json')
  const body = isJson ? {} : readForm(rawBody)
  const query = readForm(search)
  const bearer = header(request, 'authorization')?.replace(/^Bearer /, '')
  return {
    params,
    query,
    body,
    json: isJson && rawBody ? JSON.parse(rawBody) : {},
    key: header(request, 'idempotency-key'),
    account: header(request, 'stripe-account'),
    isPublic:
      checkKey(bearer ?? text(body, 'key') ?? text(query, 'key') ?? '', request.url ?? '') === 'public',
  }
}

/** A publishable key may only read and confirm a payment. */
function checkKey(key: string, url: string): 'public' | 'secret' {
  if (key === STRIPE_KEYS.secretKey) return 'secret'
  const type = 'invalid_request_error'
  if (key !== STRIPE_KEYS.publishableKey)
    throw new Refused(401, { type, message: `Invalid API Key provided: ${key}` })
  if (!/^\/v1\/payment_intents\/\w+(\/confirm)?(\?|$)/.test(url))
    throw new Refused(403, { type, message: 'This needs a secret key.' })
  return 'public'
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  // Chunks are buffers while no encoding is set.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
