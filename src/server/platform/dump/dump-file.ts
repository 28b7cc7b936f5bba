import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'

/** Thrown when the file can't be written, or isn't a complete export in this format. The message says why. */
export class DumpUnusable extends Error {
  override name = 'DumpUnusable'
}

/**
 * File format: a zstd stream with checksums. It contains frames: a letter, the length of the content in four bytes,
 * and the content. `H` is the header, `T` a table, `D` its rows in COPY's text format, `S` the sequences, `Z` the
 * end. Content is JSON, except for `D`.
 */
export const dumpHeader = z.object({
  format: z.literal(1),
  foyerVersion: z.string(),
  serverVersion: z.string(),
  exportedAt: z.string(),
  /** Names of the applied migrations. The importing version must have the same ones. */
  migrations: z.array(z.string()),
})
export type DumpHeader = z.infer<typeof dumpHeader>

export const dumpTable = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
export type DumpTable = z.infer<typeof dumpTable>

export const dumpSequences = z.array(z.object({ schema: z.string(), name: z.string(), value: z.number() }))
export type DumpSequence = z.infer<typeof dumpSequences>[number]

export const dumpEnd = z.object({ tables: z.int() })

export type FrameType = 'H' | 'T' | 'D' | 'S' | 'Z'

export interface Frame {
  type: FrameType
  content: Buffer
}

const HEAD_BYTES = 5
/** Upper limit of PostgreSQL's message size, and thus of a frame with rows. */
const MAX_FRAME_BYTES = 1024 ** 3

/** Writes frames to a new file that only its owner can read. */
export async function writeDump(path: string, frames: AsyncIterable<Frame>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  try {
    await once(file, 'open')
    await pipeline(toBytes(frames), compress, file)
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new DumpUnusable(`The file ${path} can’t be written: ${reasonOf(error)}.`, { cause: error })
  }
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'open')

async function* toBytes(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const { type, content } of frames) {
    const head = Buffer.alloc(HEAD_BYTES)
    head.write(type, 0, 'latin1')
    head.writeUInt32BE(content.length, 1)
    yield head
    yield content
  }
}

/** Reads the frames of a file. Throws `DumpUnusable` when it is damaged. */
export async function* readDump(path: string): AsyncGenerator<Frame> {
  const file = createReadStream(path)
  const bytes = createZstdDecompress()
  // The loop below reports errors of the file.
  file.on('error', (error) => bytes.destroy(error)).pipe(bytes)
  let waiting: Buffer[] = []
  let length = 0
  let needed = HEAD_BYTES
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      length += chunk.length
      if (length < needed) continue
      let rest = Buffer.concat(waiting)
      for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
        yield frame
        rest = rest.subarray(HEAD_BYTES + frame.content.length)
      }
      waiting = [rest]
      length = rest.length
      needed = rest.length >= HEAD_BYTES ? HEAD_BYTES + rest.readUInt32BE(1) : HEAD_BYTES
    }
  } catch (error) {
    throw error instanceof DumpUnusable
      ? error
      : new DumpUnusable(`The file ${path} is damaged or can’t be read: ${reasonOf(error)}.`, {
          cause: error,
        })
  }
}

function frameIn(bytes: Buffer): Frame | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  const type = bytes.toString('latin1', 0, 1)
  const length = bytes.readUInt32BE(1)
  if (!isFrameType(type) || length > MAX_FRAME_BYTES)
    throw new DumpUnusable('The file isn’t a Foyer export, or it is damaged.')
  const end = HEAD_BYTES + length
  return bytes.length < end ? undefined : { type, content: bytes.subarray(HEAD_BYTES, end) }
}

const isFrameType = (text: string): text is FrameType => 'HTDSZ'.includes(text)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
