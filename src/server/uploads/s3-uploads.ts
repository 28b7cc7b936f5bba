import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { UploadStoreDown, uploadType, type UploadStore } from './upload-store.ts'

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

const PATIENCE: S3Patience = { tries: 3, tryMs: 4000, pauseMs: 150 }

type Method = 'PUT' | 'HEAD' | 'GET' | 'DELETE'

interface Asked {
  method: Method
  name: string
  bytes?: Uint8Array<ArrayBuffer>
}

interface Reply {
  /** 0 when there was none. */
  status: number
  /** The answer's content, or why there was none. */
  body: Buffer<ArrayBuffer>
}

/**
 * Files in a bucket of S3 or of what speaks like it, addressed by path (`endpoint/bucket/name`). Nothing is asked of it before
 * the first file. The key needs to get, put and delete objects, and to list the bucket: without that S3 answers 403 for what is
 * not there.
 */
export function createS3Uploads(settings: S3Settings, patience: S3Patience = PATIENCE): UploadStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const send = async ({ method, name, bytes }: Asked): Promise<Reply> => {
    const headers = { 'X-Amz-Content-Sha256': hash('sha256', bytes ?? ''), 'Content-Type': uploadType(name) }
    try {
      const request = await client.sign(`${endpoint}/${bucket}/${name}`, {
        method,
        headers,
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
  const ask = (asked: Asked) => askUntil(() => send(asked), { asked, settings, patience })
  return {
    put: async (upload) => {
      const stored = await ask({ method: 'PUT', ...upload })
      if (!stored) throw new UploadStoreDown(`S3 has no place for PUT at ${endpoint}/${bucket}.`)
    },
    has: async (name) => (await ask({ method: 'HEAD', name })) !== undefined,
    read: (name) => ask({ method: 'GET', name }),
    remove: async (name) => {
      await ask({ method: 'DELETE', name })
    },
  }
}

/** What is there, or undefined when S3 says that it isn't. */
async function askUntil(
  send: () => Promise<Reply>,
  { asked, settings, patience }: { asked: Asked; settings: S3Settings; patience: S3Patience },
): Promise<Buffer<ArrayBuffer> | undefined> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send()
    if (reply.status >= 200 && reply.status < 300) return reply.body
    const code = codeOf(reply)
    if (reply.status === 404 && code !== 'NoSuchBucket') return undefined
    if (!isPassing(reply) || tries >= patience.tries) throw downBecause(reply, asked, settings)
    // Nodes that were refused together don't come back together.
    await setTimeout(patience.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
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

function downBecause(reply: Reply, { method }: Asked, { endpoint, bucket }: S3Settings): UploadStoreDown {
  const place = `${endpoint}/${bucket}`
  if (reply.status === 0)
    return new UploadStoreDown(`S3 gave no answer to ${method} at ${place}: ${reply.body.toString()}.`)
  const code = codeOf(reply)
  const advice = ADVICE[code] ?? (reply.status < 400 ? PLACE : '')
  const said = [reply.status, code].filter(Boolean).join(' ')
  return new UploadStoreDown(`S3 answered ${said} to ${method} at ${place}. ${advice}`.trim())
}

/** The cause says more: `fetch failed` is all that is said above it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}
