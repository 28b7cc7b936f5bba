import type { PassThrough } from 'node:stream'
import pg, { type ClientConfig } from 'pg'
import { formatLsn, parseLsn } from '#model/platform/backups/wal.ts'
import { copyOut, runCopy, type CopyConnection } from '#server/platform/copy/copy.ts'

/** The part of PostgreSQL's streaming replication protocol that backups use. */
export interface Replication {
  identify: () => Promise<{ systemId: string; timeline: number }>
  /**
   * Streams a base backup as a tar file. `position` resolves after the stream has ended.
   */
  takeBase: (pace: BasePace) => { tar: PassThrough; position: Promise<BasePosition> }
  /**
   * Streams WAL from a position of the slot until the connection ends, and calls `onData` in order. Throws when the
   * server refuses the stream.
   */
  stream: (from: { slot: string; timeline: number; lsn: number }, onData: OnData) => Promise<void>
  /** Tells the server up to which positions WAL was received and stored. */
  acknowledge: (position: { received: number; stored: number }) => void
  pause: () => void
  resume: () => void
  close: () => void
}

export interface BasePace {
  /** `spread` waits for a checkpoint that is spread over minutes; `fast` forces a checkpoint at once. */
  checkpoint: 'fast' | 'spread'
  /** Maximum rate in kB per second. Undefined for no limit. */
  maxRateKb?: number | undefined
}

export interface BasePosition {
  timeline: number
  startLsn: number
  stopLsn: number
}

/** A part of the WAL. */
export interface LogData {
  lsn: number
  bytes: Buffer
  /** End of the server's WAL when it sent this part. */
  endLsn: number
  /** Time at which the server sent this part, in milliseconds since the epoch. */
  sentAt: number
}

type OnData = (data: LogData) => void

export async function connectReplication(connection: ClientConfig): Promise<Replication> {
  const config = { ...connection, replication: 'true', application_name: 'foyer backup' }
  const client = new pg.Client(config)
  // Errors are reported by the running command.
  client.on('error', () => undefined)
  await client.connect()
  let received = 0
  let stored = 0
  let link: CopyConnection | undefined
  const answer = (): void => link?.sendCopyFromChunk(statusMessage(received, stored))
  return {
    identify: async () => {
      const [row] = await runCopy(client, 'IDENTIFY_SYSTEM')
      return { systemId: row?.[0] ?? '', timeline: Number(row?.[1]) }
    },
    takeBase: (options) => takeBase(client, options),
    stream: async ({ slot, timeline, lsn }, onData) => {
      received = stored = lsn
      const start = `${formatLsn(lsn)} TIMELINE ${timeline}`
      await runCopy(client, `START_REPLICATION SLOT "${slot}" PHYSICAL ${start}`, {
        onData: (chunk, connected) => {
          link = connected
          const [type] = chunk
          if (type === DATA) onData(parseData(chunk))
          else if (type === KEEP_ALIVE && chunk[KEEP_ALIVE_ASKS] === 1) answer()
        },
      })
    },
    acknowledge: (position) => {
      ;({ received, stored } = position)
      answer()
    },
    pause: () => void link?.stream.pause(),
    resume: () => void link?.stream.resume(),
    close: () => void client.end().catch(() => undefined),
  }
}

/** First byte of an XLogData message: a header of 25 bytes, followed by WAL. */
const DATA = 'w'.charCodeAt(0)
const DATA_BYTES = 25
/** First byte of a keepalive message, and the offset of the flag that requests a reply. */
const KEEP_ALIVE = 'k'.charCodeAt(0)
const KEEP_ALIVE_ASKS = 17
/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000

const parseData = (chunk: Buffer): LogData => ({
  lsn: Number(chunk.readBigUInt64BE(1)),
  bytes: Buffer.from(chunk.subarray(DATA_BYTES)),
  endLsn: Number(chunk.readBigUInt64BE(9)),
  sentAt: Number(chunk.readBigInt64BE(17) / 1000n) + POSTGRES_EPOCH_MS,
})

/**
 * Standby status update message: the written, flushed and applied positions, the time, and no request for a reply.
 */
function statusMessage(received: number, stored: number): Buffer {
  const message = Buffer.alloc(34)
  message.write('r', 0, 'latin1')
  message.writeBigUInt64BE(BigInt(received), 1)
  message.writeBigUInt64BE(BigInt(stored), 9)
  message.writeBigUInt64BE(BigInt(stored), 17)
  message.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25)
  return message
}

function takeBase(
  client: pg.Client,
  { checkpoint, maxRateKb }: BasePace,
): ReturnType<Replication['takeBase']> {
  const options = [
    `LABEL 'foyer'`,
    // The base includes WAL, so that it can be restored on its own.
    'WAL true',
    'WAIT false',
    `CHECKPOINT '${checkpoint}'`,
    ...(maxRateKb === undefined ? [] : [`MAX_RATE ${maxRateKb}`]),
  ]
  const { data, rows } = copyOut(client, `BASE_BACKUP (${options.join(', ')})`, (chunk) =>
    // Other messages are `n`, the name of an archive. Without tablespaces, there is only one archive.
    chunk[0] === ARCHIVE_DATA ? chunk.subarray(1) : undefined,
  )
  const position = rows.then((all): BasePosition => {
    const [start, stop] = [all.at(0), all.at(-1)]
    return {
      timeline: Number(start?.[1]),
      startLsn: parseLsn(start?.[0] ?? ''),
      stopLsn: parseLsn(stop?.[0] ?? ''),
    }
  })
  return { tar: data, position }
}

const ARCHIVE_DATA = 'd'.charCodeAt(0)
