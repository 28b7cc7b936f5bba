import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { UploadStoreDown } from './upload-store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of the settings' names in error messages. */
  settingPrefix?: string
}

export interface S3RetryOptions {
  tries: number
  /** Time limit of one attempt in milliseconds, including the body. */
  tryMs: number
  /** Delay before the second attempt in milliseconds. Doubles for each further attempt. */
  pauseMs: number
}

interface S3Request {
  method: 'PUT' | 'HEAD' | 'GET' | 'DELETE'
  path: string
  bytes?: Uint8Array<ArrayBuffer>
  type?: string
}

/**
 * Sends a request to a bucket (path style). Returns undefined when S3 responds with 404. Throws `UploadStoreDown` for
 * other errors, after retries.
 */
export type SendToS3 = (request: S3Request) => Promise<Buffer<ArrayBuffer> | undefined>

interface Reply {
  status: number
  body: Buffer<ArrayBuffer>
}

export function createS3Client(settings: S3Settings, retry: S3RetryOptions): SendToS3 {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const send = async ({ method, path, bytes, type }: S3Request): Promise<Reply> => {
    try {
      const request = await client.sign(`${endpoint}/${bucket}${path}`, {
        method,
        headers: {
          'X-Amz-Content-Sha256': hash('sha256', bytes ?? ''),
          ...(type ? { 'Content-Type': type } : {}),
        },
        ...(bytes ? { body: bytes } : {}),
      })
      // Redirects aren't followed, because they lead to another region, for which the signature is invalid.
      const response = await fetch(request, {
        redirect: 'manual',
        signal: AbortSignal.timeout(retry.tryMs),
      })
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    } catch (error) {
      return { status: 0, body: Buffer.from(reasonOf(error)) }
    }
  }
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      const reply = await send(request)
      if (reply.status >= 200 && reply.status < 300) return reply.body
      if (reply.status === 404 && codeOf(reply) !== 'NoSuchBucket') return undefined
      if (!isPassing(reply) || tries >= retry.tries)
        throw downBecause(reply, `${request.method} at ${endpoint}/${bucket}`, settings.settingPrefix)
      // Jitter, so that nodes don't retry at the same time.
      await setTimeout(retry.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
    }
  }
}

const isPassing = ({ status }: Reply): boolean => status === 0 || status === 429 || status >= 500

const codeOf = ({ body }: Reply): string =>
  /<Code>(\w+)<\/Code>/.exec(body.toString('latin1', 0, 4096))?.[1] ?? ''

const KEYS = 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
const PLACE = 'Check S3_ENDPOINT and S3_REGION.'
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: KEYS,
  AccessDenied: 'The key must be allowed to get, put and delete objects and to list the bucket.',
  NoSuchBucket: 'Check S3_BUCKET.',
  AuthorizationHeaderMalformed: PLACE,
  PermanentRedirect: PLACE,
  RequestTimeTooSkewed: 'Check this machine’s clock.',
}

function downBecause(reply: Reply, what: string, settingPrefix = ''): UploadStoreDown {
  if (reply.status === 0)
    return new UploadStoreDown(`S3 didn’t respond to ${what}: ${reply.body.toString()}.`)
  const code = codeOf(reply)
  const advice = (ADVICE[code] ?? (reply.status < 400 ? PLACE : '')).replaceAll('S3_', `${settingPrefix}S3_`)
  const said = [reply.status, code].filter(Boolean).join(' ')
  return new UploadStoreDown(`S3 answered ${said} to ${what}. ${advice}`.trim())
}

/** Returns the message of the cause, because that of the error is only `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}
