import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '#server/platform/uploads/s3-client.ts'
import { checkSignature, Refused } from './s3-signature.ts'

/** Failure of a request: an S3 error, no response, half a response, or a closed connection. */
export type Fault = { status: number; code: string } | 'silence' | 'half' | 'hang up'

export interface S3Server {
  settings: S3Settings
  names: () => string[]
  typeOf: (name: string) => string | undefined
  age: (name: string, putAt: Date) => void
  asked: string[]
  /** Failures of the next requests. */
  faults: Fault[]
  close: () => Promise<void>
}

interface Stored {
  bytes: Buffer
  type: string
  putAt: Date
}

const BUCKET = 'pictures'
const KEYS = { region: 'eu-test-1', accessKeyId: 'AKIDOFATEST', secretAccessKey: 'a/secret+of=a.test' }

/** S3 server with one bucket on loopback, path style. Verifies signatures (version 4). */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const asked: string[] = []
  const faults: Fault[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const fault = faults.shift()
    void answer({ request, response, objects, fault })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...KEYS, endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET },
    names: () => [...objects.keys()].toSorted(),
    typeOf: (name) => objects.get(name)?.type,
    age: (name, putAt) => {
      const object = objects.get(name)
      if (object) objects.set(name, { ...object, putAt })
    },
    asked,
    faults,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  objects: Map<string, Stored>
  fault: Fault | undefined
}

async function answer({ request, response, objects, fault }: Exchange): Promise<void> {
  try {
    const body = await buffer(request)
    if (typeof fault === 'string') return breakOff(response, fault)
    if (fault) throw new Refused(fault.status, fault.code)
    checkSignature(request, body, KEYS)
    const found = serve(request, body, objects)
    response.writeHead(found ? 200 : 204, found && { 'Content-Length': found.length })
    response.end(request.method === 'GET' ? found : undefined)
  } catch (error) {
    refuse(response, error instanceof Refused ? error : new Refused(500, 'InternalError'))
  }
}

function breakOff(response: ServerResponse, fault: 'silence' | 'half' | 'hang up'): void {
  const hangUp = (): unknown => response.socket?.destroy()
  if (fault === 'hang up') hangUp()
  if (fault === 'half') response.writeHead(200, { 'Content-Length': '1000' }).write('a part', hangUp)
}

function refuse(response: ServerResponse, { status, code }: Refused): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(response.req.method === 'HEAD' ? undefined : xml)
}

function serve(request: IncomingMessage, body: Buffer, objects: Map<string, Stored>): Buffer | undefined {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const [, bucket, ...path] = pathname.split('/')
  const name = path.join('/')
  if (bucket !== BUCKET) throw new Refused(404, 'NoSuchBucket')
  if (request.method === 'GET' && searchParams.get('list-type') === '2') return list(objects, searchParams)
  if (path.some((part) => part === '')) throw new Refused(400, 'InvalidArgument')
  const serveIt = METHODS[request.method ?? '']
  if (!serveIt) throw new Refused(405, 'MethodNotAllowed')
  return serveIt({ request, body, objects, name })
}

/** Page size of listings; S3's is 1,000. */
const LISTED_AT_ONCE = 2

/** Sorted by name. The token contains characters that need encoding, like those of real services. */
function list(objects: Map<string, Stored>, query: URLSearchParams): Buffer {
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const from = token === null ? 0 : Number(/^a\/b\+c&(\d+)==$/.exec(token)?.[1])
  if (Number.isNaN(from)) throw new Refused(400, 'InvalidArgument')
  const found = [...objects.keys()].filter((name) => name.startsWith(prefix))
  const isFolders = query.get('delimiter') === '/'
  const folderOf = (name: string): string => `${prefix}${name.slice(prefix.length).split('/')[0]}/`
  const names = [
    ...new Set(isFolders ? found.filter((name) => name.startsWith(folderOf(name))).map(folderOf) : found),
  ].toSorted()
  const contents = names.slice(from, from + LISTED_AT_ONCE).map((name) => {
    if (isFolders) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
    const { putAt, bytes } = objects.get(name) ?? {}
    return `<Contents><Key>${name}</Key><LastModified>${putAt?.toISOString()}</LastModified><Size>${bytes?.length}</Size></Contents>`
  })
  const next = from + LISTED_AT_ONCE
  const more = next < names.length ? `<NextContinuationToken>a/b+c&amp;${next}==</NextContinuationToken>` : ''
  return Buffer.from(
    `<?xml version="1.0"?>\n<ListBucketResult><Name>${BUCKET}</Name>${more}${contents.join('')}</ListBucketResult>`,
  )
}

interface Call {
  request: IncomingMessage
  body: Buffer
  objects: Map<string, Stored>
  name: string
}

function read({ objects, name }: Call): Buffer {
  const object = objects.get(name)
  if (!object) throw new Refused(404, 'NoSuchKey')
  return object.bytes
}

const METHODS: Readonly<Record<string, (call: Call) => Buffer | undefined>> = {
  PUT: ({ request, body, objects, name }) => {
    if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength')
    objects.set(name, { bytes: body, type: request.headers['content-type'] ?? '', putAt: new Date() })
    return Buffer.alloc(0)
  },
  DELETE: ({ objects, name }) => {
    objects.delete(name)
    return undefined
  },
  GET: read,
  HEAD: read,
}
