import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Keys {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

interface Claim {
  /** From `x-amz-date`. */
  day: string
  signed: string
  signature: string
}

/** S3 rejects older signatures. */
const OLDEST_MS = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '').trim()

/** Throws `Refused` unless a version 4 signature covers the whole request. */
export function checkSignature(request: IncomingMessage, body: Buffer, keys: Keys): void {
  const claim = readClaim(request, keys)
  checkTime(request, claim)
  if (header(request, 'x-amz-content-sha256') !== sha256(body))
    throw new Refused(400, 'XAmzContentSHA256Mismatch')
  const names = claim.signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    throw new Refused(403, 'AccessDenied')
  const expected = sign({ request, body, claim }, keys)
  if (!timingSafeEqual(expected, Buffer.from(claim.signature, 'hex')))
    throw new Refused(403, 'SignatureDoesNotMatch')
}

function readClaim(request: IncomingMessage, keys: Keys): Claim {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '')
  if (!found) throw new Refused(403, 'AccessDenied')
  const [, key, day = '', region, signed = '', signature = ''] = found
  if (key !== keys.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if (region !== keys.region) throw new Refused(400, 'AuthorizationHeaderMalformed')
  return { day, signed, signature }
}

function checkTime(request: IncomingMessage, { day }: Claim): void {
  const at = header(request, 'x-amz-date')
  const time = Date.parse(at.replace(/^(.{4})(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - time) < OLDEST_MS) || !at.startsWith(day))
    throw new Refused(403, 'RequestTimeTooSkewed')
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Encoded canonically and sorted. */
const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')

function sign(
  { request, body, claim }: { request: IncomingMessage; body: Buffer; claim: Claim },
  { region, secretAccessKey }: Keys,
): Buffer {
  const { day, signed } = claim
  const [path = '', queryText = ''] = (request.url ?? '').split('?')
  const query = canonicalQuery(queryText)
  const headers = signed.split(';').map((name) => `${name}:${header(request, name)}`)
  const canonical = [request.method, path, query, ...headers, '', signed, sha256(body)].join('\n')
  const steps = [region, 's3', 'aws4_request']
  const signingKey = steps.reduce((each, step) => hmac(each, step), hmac(`AWS4${secretAccessKey}`, day))
  const scope = [day, ...steps].join('/')
  const text = ['AWS4-HMAC-SHA256', header(request, 'x-amz-date'), scope, sha256(canonical)].join('\n')
  return hmac(signingKey, text)
}
