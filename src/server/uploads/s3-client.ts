import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { UploadStoreDown } from './upload-store.ts'

export interface S3Settings {
  /** Scheme, host, and a path where the provider has one; no slash at its end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Patience {
  /** How often a call is made before it has failed. */
  tries: number
  /** How long each may take, to the last byte. */
  tryMs: number
  /** Before the second try; twice as long before each that follows. */
  pauseMs: number
}

interface Asked {
  method: 'PUT' | 'HEAD' | 'GET' | 'DELETE'
  /** What follows the bucket: an object's name behind a slash, a question about the bucket, or both. */
  path: string
  bytes?: Uint8Array<ArrayBuffer>
  type?: string
}

/**
 * Asks a bucket, addressed by path. Answers what is there, or undefined when S3 says that it isn't; throws `UploadStoreDown`
 * for everything else, once more tries would not help or have not helped.
 */
export type AskS3 = (asked: Asked) => Promise<Buffer<ArrayBuffer> | undefined>

interface Reply {
  /** 0 when there was none. */
  status: number
  /** The answer's content, or why there was none. */
  body: Buffer<ArrayBuffer>
}

export function createS3Client(settings: S3Settings, patience: S3Patience): AskS3 {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const send = async ({ method, path, bytes, type }: Asked): Promise<Reply> => {
    try {
      const request = await client.sign(`${endpoint}/${bucket}${path}`, {
        method,
        headers: {
          'X-Amz-Content-Sha256': hash('sha256', bytes ?? ''),
          ...(type ? { 'Content-Type': type } : {}),
        },
        ...(bytes ? { body: bytes } : {}),
      })
      // A redirect means another region; the signature is for this one.
      const response = await fetch(request, {
        redirect: 'manual',
        signal: AbortSignal.timeout(patience.tryMs),
      })
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    } catch (error) {
      return { status: 0, body: Buffer.from(reasonOf(error)) }
    }
  }
  return async (asked) => {
    for (let tries = 1; ; tries += 1) {
      const reply = await send(asked)
      if (reply.status >= 200 && reply.status < 300) return reply.body
      if (reply.status === 404 && codeOf(reply) !== 'NoSuchBucket') return undefined
      if (!isPassing(reply) || tries >= patience.tries)
        throw downBecause(reply, `${asked.method} at ${endpoint}/${bucket}`)
      // Nodes that were refused together don't come back together.
      await setTimeout(patience.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
    }
  }
}

/** Another try may go better. */
const isPassing = ({ status }: Reply): boolean => status === 0 || status === 429 || status >= 500

/** S3's own word for what is wrong; a HEAD has none. */
const codeOf = ({ body }: Reply): string =>
  /<Code>(\w+)<\/Code>/.exec(body.toString('latin1', 0, 4096))?.[1] ?? ''

const KEYS = 'Look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
const PLACE = 'Look at S3_ENDPOINT and S3_REGION.'
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: KEYS,
  SignatureDoesNotMatch: KEYS,
  AccessDenied: 'The key must be allowed to get, put and delete objects and to list the bucket.',
  NoSuchBucket: 'Look at S3_BUCKET.',
  AuthorizationHeaderMalformed: PLACE,
  PermanentRedirect: PLACE,
  RequestTimeTooSkewed: 'Look at this machine’s clock.',
}

function downBecause(reply: Reply, what: string): UploadStoreDown {
  if (reply.status === 0)
    return new UploadStoreDown(`S3 gave no answer to ${what}: ${reply.body.toString()}.`)
  const code = codeOf(reply)
  const advice = ADVICE[code] ?? (reply.status < 400 ? PLACE : '')
  const said = [reply.status, code].filter(Boolean).join(' ')
  return new UploadStoreDown(`S3 answered ${said} to ${what}. ${advice}`.trim())
}

/** The cause says more: `fetch failed` is all that is said above it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}
