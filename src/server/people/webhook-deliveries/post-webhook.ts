import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import {
  isPublicAddress,
  ipLiteralOf,
  lookUpPublicAddress,
  PrivateAddress,
} from '#server/platform/dns/public-addresses.ts'

/** Time limit of a request in milliseconds, from the DNS lookup to the last byte. */
const PATIENCE_MS = 10_000
const KEPT_BYTES = 1024

export interface WebhookPostResult {
  status: number | null
  ms: number
  body: string | null
  error: string
}

/**
 * Sends a message. Connects to public addresses only, unless `isMainSiteLocal` (SSRF protection), and follows no redirects.
 * Never rejects.
 */
export async function postWebhook(
  url: string,
  message: { headers: Record<string, string>; body: string },
  { isLocal }: { isLocal: boolean },
): Promise<WebhookPostResult> {
  const startedAt = performance.now()
  const sinceStart = (): number => Math.round(performance.now() - startedAt)
  try {
    const { status, body } = await post(new URL(url), message, isLocal)
    return { status, ms: sinceStart(), body, error: '' }
  } catch (error) {
    return { status: null, ms: sinceStart(), body: null, error: explain(error) }
  }
}

async function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  isLocal: boolean,
): Promise<{ status: number; body: string }> {
  const literal = ipLiteralOf(url.hostname)
  if (!isLocal && literal !== undefined && !isPublicAddress(literal))
    throw new PrivateAddress('The address is not public.')
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // No keep-alive, because a reused connection would bypass the address check.
    agent: false,
    signal,
    ...(isLocal ? {} : { lookup: lookUpPublicAddress }),
  }
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end(body)
  })
  const text = await readBeginning(response, signal)
  return { status: response.statusCode ?? 0, body: text }
}

async function readBeginning(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response) {
      const bytes = Buffer.from(part)
      parts.push(bytes)
      length += bytes.length
      if (length >= KEPT_BYTES) break
    }
  } catch (error) {
    if (signal.aborted) throw error
  } finally {
    response.destroy()
  }
  // PostgreSQL can't store U+0000.
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, KEPT_BYTES)).replaceAll('\0', '')
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No server is listening at this URL.',
  ECONNRESET: 'The connection was closed before the server responded.',
  ENOTFOUND: 'The domain can’t be found.',
  EAI_AGAIN: 'The domain couldn’t be looked up.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.'
  if (error instanceof PrivateAddress) return error.message
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return 'The server didn’t respond within 10 seconds.'
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error.message.slice(0, 200) || 'The request failed.')
}
