import { setTimeout as pause } from 'node:timers/promises'
import { formatLsn, SEGMENT_BYTES, segmentStart } from '#model/platform/backups/wal.ts'
import type { Archive } from './archive.ts'
import type { LogData, Replication } from './replication.ts'

/** A piece of this size is stored at once. */
const PIECE_BYTES = 4 * 1024 ** 2
/** Above this, the server waits. */
const MAX_WAITING_BYTES = 32 * 1024 ** 2

export interface WalStream {
  archive: Archive
  replication: Replication
  slot: string
  timeline: number
  /** Position from which the archive lacks the log. */
  from: number
  /** Stops after storing what was received. */
  signal: AbortSignal
  /** Called with the moment up to which all changes are stored, in milliseconds since the epoch. */
  onStored: (at: number) => void
  /** Milliseconds after which what was received is stored, so that it isn't lost with the machine. */
  pieceMs: number
}

/**
 * Stores the log as the server writes it, in pieces, until the signal. Throws when server or store fail. What isn't stored stays with the
 * server, because of the slot.
 */
export async function streamWal(wal: WalStream): Promise<void> {
  const { replication, slot, timeline, signal, pieceMs } = wal
  const waiting = createWaitingLog(wal.from)
  const failed = new AbortController()
  const stopped = AbortSignal.any([signal, failed.signal])
  const streaming = replication
    .stream({ slot, timeline, lsn: wal.from }, (data) => {
      if (!waiting.add(data)) failed.abort(new Error(`The log doesn’t continue at ${formatLsn(data.lsn)}.`))
      if (waiting.bytes() > MAX_WAITING_BYTES) replication.pause()
    })
    .then(
      () => failed.abort(new Error('The server ended the stream of its log.')),
      (error: unknown) => failed.abort(error),
    )
  try {
    while (!stopped.aborted) {
      await waiting.until(PIECE_BYTES, pieceMs, stopped)
      await store(wal, waiting)
      replication.resume()
    }
    if (failed.signal.aborted && !signal.aborted) throw failed.signal.reason
  } finally {
    replication.close()
    await streaming
  }
}

async function store(
  { archive, timeline, replication, onStored }: WalStream,
  waiting: Waiting,
): Promise<void> {
  for (let next = waiting.take(); next; next = waiting.take()) {
    const to = next.from + next.bytes.length
    await archive.putPiece({ timeline, from: next.from, to }, next.bytes)
  }
  const stored = waiting.takenUntil()
  replication.acknowledge({ received: stored, stored })
  const at = waiting.completeAt()
  if (at !== undefined) onStored(at)
}

type Waiting = ReturnType<typeof createWaitingLog>

/** The part of the log that was received and is not stored yet. */
function createWaitingLog(from: number) {
  let chunks: Buffer[] = []
  let bytes = 0
  let start = from
  let completeAt: number | undefined
  let wake: (() => void) | undefined
  let wanted = Infinity
  return {
    bytes: () => bytes,
    takenUntil: () => start,
    /** Time of the last message, by the server's clock, after which all log that the server had written (`endLsn`) was received; undefined before the first. */
    completeAt: () => completeAt,
    /** False if the bytes don't follow the last ones. */
    add: ({ lsn, bytes: chunk, endLsn, sentAt }: LogData): boolean => {
      if (lsn !== start + bytes) return false
      chunks.push(chunk)
      bytes += chunk.length
      if (start + bytes >= endLsn) completeAt = sentAt
      if (bytes >= wanted) wake?.()
      return true
    },
    /** Resolves when this many bytes wait, after a time, or with the signal. */
    until: async (many: number, milliseconds: number, signal: AbortSignal): Promise<void> => {
      if (bytes >= many) return
      const enough = new AbortController()
      wanted = many
      wake = () => enough.abort()
      await pause(milliseconds, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(
        () => undefined,
      )
      wanted = Infinity
    },
    /** Takes the first bytes, up to the end of their segment. */
    take: (): { from: number; bytes: Buffer } | undefined => {
      if (bytes === 0) return undefined
      const all = Buffer.concat(chunks)
      const taken = all.subarray(0, segmentStart(start) + SEGMENT_BYTES - start)
      const rest = all.subarray(taken.length)
      const piece = { from: start, bytes: taken }
      start += taken.length
      bytes = rest.length
      chunks = bytes > 0 ? [rest] : []
      return piece
    },
  }
}
