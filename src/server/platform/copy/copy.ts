import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import type { Connection, Submittable } from 'pg'

/** PostgreSQL's COPY protocol and replication streams, which pg doesn't implement. */

/** Methods of pg's connection that its types don't declare. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (message: string) => void
}

interface CopyHandlers {
  /** Called with each message from the server. The bytes are valid during the call only. */
  onData?: (chunk: Buffer, connection: CopyConnection) => void
  /** Called when the server is ready for data. */
  onReady?: (connection: CopyConnection) => void
}

/** Runs a command that returns rows of text, copied data, or both. */
export function runCopy(client: pg.Client, text: string, handlers: CopyHandlers = {}): Promise<string[][]> {
  const ended = Promise.withResolvers<string[][]>()
  client.query(new CopyCommand(text, ended, handlers))
  return ended.promise
}

const BUFFER_BYTES = 4 * 1024 ** 2

/** Streams the data of a command such as `copy … to stdout`. `select` returns the part of a message that is data. */
export function copyOut(
  client: pg.Client,
  text: string,
  select: (chunk: Buffer) => Buffer | undefined = (chunk) => chunk,
): { data: PassThrough; rows: Promise<string[][]> } {
  const data = new PassThrough({ highWaterMark: BUFFER_BYTES })
  const rows = runCopy(client, text, {
    onData: (chunk, { stream }) => {
      const selected = select(chunk)
      if (!selected || data.write(Buffer.from(selected)) || data.listenerCount('drain') > 0) return
      stream.pause()
      data.once('drain', () => stream.resume())
    },
  })
  rows.then(
    () => data.end(),
    (error: Error) => data.destroy(error),
  )
  return { data, rows }
}

/**
 * Sends chunks to a `copy … from stdin`, no faster than the connection sends them. If `chunks` throws, cancels the
 * command and throws that error.
 */
export async function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  let failure: { error: unknown } | undefined
  const copied = runCopy(client, text, {
    onReady: (connection) => {
      send(connection, chunks).then(
        () => connection.endCopyFrom(),
        (error: unknown) => {
          failure = { error }
          connection.sendCopyFail('no more data')
        },
      )
    },
  })
  await copied.catch((error: unknown) => {
    throw failure ? failure.error : error
  })
}

async function send(connection: CopyConnection, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
}

/** A query object to which pg's client passes the server's messages. */
class CopyCommand implements Submittable {
  readonly #text: string
  readonly #ended: PromiseWithResolvers<string[][]>
  readonly #handlers: CopyHandlers
  readonly #rows: string[][] = []

  constructor(text: string, ended: PromiseWithResolvers<string[][]>, handlers: CopyHandlers) {
    this.#text = text
    this.#ended = ended
    this.#handlers = handlers
  }

  submit(connection: Connection): void {
    connection.query(this.#text)
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.#rows.push(fields)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.#handlers.onData?.(chunk, connection)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#handlers.onReady?.(connection)
  }

  handleReadyForQuery(): void {
    this.#ended.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#ended.reject(error)
  }

  handleRowDescription(): void {}

  handleCommandComplete(): void {}
}
